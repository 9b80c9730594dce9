import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type SpaceDefinition } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

const numeric = (name: string) => ({
  properties: { properties: { required: [name], properties: { [name]: { type: 'number' } } } },
});
const validator = (schema: string) => ({ 'schema-validator': [{ params: { schema } }] });

/** A feature that holds a schema, in a space of its own. */
async function keep(schema: unknown): Promise<{ path: string; features: string }> {
  const space = await newSpace(hub);
  await space.load(feature('a/b', { schema, list: [schema] }));
  return { path: `${space.features}/a%2Fb`, features: space.features };
}

/** Defines a space by an address; what it refuses and takes tells which schema holds. */
async function defined(schema: string): Promise<{ path: string; features: string }> {
  const { status, body, text } = await hub.post<SpaceDefinition>('/hub/spaces', {
    title: 'validated',
    processors: validator(schema),
  });
  assert.equal(status, 200, text);
  const shownParams = { schema, schemaUrl: schema };
  assert.deepEqual(
    body.processors,
    { 'schema-validator': [{ params: shownParams }] },
    'the definition shows the address as it was sent',
  );
  const path = `/hub/spaces/${body.id}`;
  const shown = await hub.get<SpaceDefinition>(path);
  assert.deepEqual(Object.keys(shown.body).sort(), Object.keys(body).sort());
  return { path, features: `${path}/features` };
}

async function requires(features: string, name: string): Promise<void> {
  const good = await hub.put(features, collection(feature('good', { [name]: 1 })));
  assert.equal(good.status, 200, good.text);
  const bad = await hub.put(features, collection(feature('bad', { [name]: 'x' })));
  assertRefused(bad, 400, '"bad"', `#/properties/${name}`);
}

describe('a schema is read from', async () => {
  const { path } = await keep(numeric('depth'));
  await hub.put('/project-api/projects/schema', { title: 'A schema', ...numeric('width') });
  const kept = await newSpace(hub, { client: { schema: JSON.stringify(numeric('height')) } });

  const plain = await newSpace(hub);
  await plain.load(feature('schema', numeric('length')));

  const cases: [what: string, address: string, name: string][] = [
    ['the properties of a feature', `${plain.features}/schema`, 'length'],
    ['a feature', `${path}#/properties/schema`, 'depth'],
    ['a list in a feature', `${path}#/properties/list/0`, 'depth'],
    ['a feature at the address of the request', `${hub.url}${path}#/properties/schema`, 'depth'],
    ['a project', '/project-api/projects/schema', 'width'],
    ['the text in the definition of a space', `${kept.path}#/client/schema`, 'height'],
  ];
  for (const [what, address, name] of cases)
    test(what, async () => requires((await defined(address)).features, name));
});

describe('a schema that was read', () => {
  test('holds until the processor is defined again, whatever becomes of its source', async () => {
    const source = await keep(numeric('depth'));
    const address = `${source.path}#/properties/schema`;
    const space = await defined(address);
    await hub.patch(source.path, { properties: { schema: numeric('width') } });
    await requires(space.features, 'depth');
    const other = await hub.patch(space.path, { title: 'other', processors: { 'rule-tagger': [] } });
    assert.equal(other.status, 200, other.text);
    await requires(space.features, 'depth');
    const anew = await hub.patch(space.path, { processors: validator(address) });
    assert.equal(anew.status, 200, anew.text);
    await hub.delete(source.path);
    await hub.put(space.features, collection(feature('deep', { width: 1 })));
    assertRefused(await hub.put(space.features, collection(feature('x', { depth: 1 }))), 400, '"width"');
    assertRefused(await hub.patch(space.path, { processors: validator(address) }), 400, 'nothing', address);
  });

  test('is gone with its processor', async () => {
    const source = await keep(numeric('depth'));
    const space = await defined(`${source.path}#/properties/schema`);
    await hub.patch(space.path, { processors: null });
    const anything = await hub.put(space.features, collection(feature('any', { depth: 'x' })));
    assert.equal(anything.status, 200, anything.text);
  });
});

describe('a definition is refused for a schema', async () => {
  const { path } = await keep({ ...numeric('depth'), type: 'nonsense' });
  const large = await newSpace(hub);
  await large.load(feature('large', { schema: { description: 'x'.repeat(300_000), type: 'object' } }));
  const cases: [where: string, address: string, ...culprits: string[]][] = [
    ['on another server', 'https://example.org/schema.json', 'example.org', 'nothing is fetched'],
    ['on another server, without a scheme', '//example.org/hub/spaces/x', 'example.org'],
    ['on another port', 'http://127.0.0.1:22/hub/spaces/x', 'another server'],
    ['that is deeper in a feature', path, 'no JSON Schema', '#/properties/schema'],
    ['that is none', `${path}#/properties/schema`, 'schema', '.type'],
    ['at nothing', `${large.features}/none#/properties`, 'nothing'],
    ['in no space', '/hub/spaces/nowhere/features/a', 'nothing'],
    ['in no project', '/project-api/projects/nothing', 'nothing'],
    ['at no path in a feature', `${path}#/properties/none`, '"none"'],
    ['at a path that is inherited', `${path}#/constructor`, '"constructor"'],
    ['at what is no pointer', `${path}#schema`, 'pointer'],
    ['that has no keyword', large.path, 'no JSON Schema'],
    ['that is too large', `${large.features}/large#/properties/schema`, '262144'],
    ['with a query', `${path}?access_token=x`, 'query'],
    ['that is a list', '/hub/spaces', 'must lead to'],
    ['in the interface', '/openapi.json', 'must lead to'],
    ['with a bad escape', '/hub/spaces/%ff', 'percent'],
  ];
  for (const [where, address, ...culprits] of cases)
    test(where, async () => {
      const definition = { title: 'x', processors: validator(address) };
      const response = await hub.post('/hub/spaces', definition);
      assertRefused(response, 400, 'processors.schema-validator[0].params.schema', ...culprits);
    });

  test('that the caller may not read', async () => {
    const { features } = await keep(numeric('depth'));
    const stranger = await newPerson(hub, await signIn(hub));
    const { token } = await stranger.newToken();
    const definition = { title: 'x', processors: validator(`${features}/a%2Fb#/properties/schema`) };
    assertRefused(await hub.post('/hub/spaces', definition, { token }), 403, 'readFeatures');
  });
});
