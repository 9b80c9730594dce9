import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, type FeatureCollection, feature, NAMESPACE, namespaceOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();

const TAGGER = {
  'rule-tagger': [
    {
      params: {
        taggingRules: {
          Big: '$.features[?(@.properties.area>=500)]',
          named: '$.features[?(@.properties.name)]',
        },
      },
      eventTypes: ['ModifyFeaturesEvent.request'],
      order: 0,
    },
  ],
};

const SCHEMA = {
  type: 'object',
  properties: {
    properties: {
      type: 'object',
      required: ['area'],
      properties: { area: { type: 'number' }, name: { type: 'string', pattern: '^[A-Z]' } },
      additionalProperties: false,
    },
  },
};
const validator = (schema: unknown) => ({ 'schema-validator': [{ params: { schema } }] });

const area = (id: string, value: unknown, more: object = {}) => feature(id, { area: value, ...more });

describe('rule-tagger', () => {
  const tagsOf = async (space: Awaited<ReturnType<typeof newSpace>>, id: string) =>
    namespaceOf(await space.read(id)).tags;

  test('tags what its rules match, with every call that writes', async () => {
    const space = await newSpace(hub, { processors: TAGGER });
    const put = await space.load(area('a', 500), area('b', 4), area('c', 9, { name: 'x' }));
    assert.deepEqual(
      put.features.map((one) => namespaceOf(one).tags),
      [['big'], [], ['named']],
    );
    await hub.put(`${space.features}/d`, area('d', 1000));
    await hub.put(`${space.features}/`, area('e', 1000));
    await hub.post(space.features, collection(area('f', 1000, { name: 'x' })));
    assert.deepEqual(await tagsOf(space, 'd'), ['big']);
    assert.deepEqual(await tagsOf(space, 'e'), ['big']);
    assert.deepEqual(await tagsOf(space, 'f'), ['big', 'named']);
    assert.deepEqual(await space.search('tags=big'), ['a', 'd', 'e', 'f']);
  });

  test('looks at the feature as a PATCH leaves it, and takes tags away again', async () => {
    const space = await newSpace(hub, { processors: TAGGER });
    await space.load(area('a', 4, { name: 'x', [NAMESPACE]: { tags: ['own'] } }));
    await hub.patch(`${space.features}/a`, { properties: { area: 600 } });
    assert.deepEqual(await tagsOf(space, 'a'), ['own', 'big', 'named']);
    await hub.patch(`${space.features}/a`, { properties: { area: 6, name: null } });
    assert.deepEqual(await tagsOf(space, 'a'), ['own']);
  });

  test('owns the tags of its rules', async () => {
    const space = await newSpace(hub, { processors: TAGGER });
    await hub.put(`${space.features}?addTags=big,mine`, collection(area('a', 1)));
    assert.deepEqual(await tagsOf(space, 'a'), ['mine']);
    await hub.put(`${space.features}?removeTags=big`, collection(area('b', 501)));
    assert.deepEqual(await tagsOf(space, 'b'), ['big']);
  });

  test('judges each feature by itself, whatever it was written with', async () => {
    const rule = '$.features[?count($.features[*]) > 1]';
    const space = await newSpace(hub, {
      processors: { 'rule-tagger': [{ params: { taggingRules: { many: rule } } }] },
    });
    const { features } = await space.load(area('a', 1), area('b', 1));
    assert.deepEqual(
      features.map((one) => namespaceOf(one).tags),
      [[], []],
    );
  });

  test('rules that change apply from the next write on', async () => {
    const space = await newSpace(hub, { processors: TAGGER });
    await space.load(area('a', 600));
    await hub.patch(space.path, { processors: null });
    assert.deepEqual(await tagsOf(space, 'a'), ['big']);
    await space.load(area('a', 601));
    assert.deepEqual(await tagsOf(space, 'a'), []);
  });
});

describe('schema-validator', () => {
  for (const [form, schema] of [
    ['an object', SCHEMA],
    ['a text', JSON.stringify(SCHEMA)],
  ] as const)
    test(`takes the schema as ${form}`, async () => {
      const space = await newSpace(hub, { processors: validator(schema) });
      await space.load(area('a', 4));
      const refused = await hub.put(space.features, collection(area('b', 4), area('c', 'x')));
      assertRefused(refused, 400, '"c"', 'position 1', '#/properties/area');
      assert.deepEqual(await space.search(), ['a'], 'and nothing was written');
    });

  test('refuses single writes, and patches by what they would lead to', async () => {
    const space = await newSpace(hub, { processors: validator(SCHEMA) });
    assertRefused(await hub.put(`${space.features}/a`, area('a', 'x')), 400, '"a"', '#/properties/area');
    assertRefused(await hub.put(`${space.features}/`, feature('a')), 400, '"area"');
    await space.load(area('a', 4));
    assertRefused(
      await hub.patch(`${space.features}/a`, { properties: { area: null } }),
      400,
      '"a"',
      '"area"',
    );
    assertRefused(
      await hub.patch(`${space.features}/a`, { properties: { name: 'lower' } }),
      400,
      '#/properties/name',
    );
    const patched = await hub.patch(`${space.features}/a`, { properties: { name: 'Upper' } });
    assert.equal(patched.status, 200, patched.text);
  });

  test('with transactional=false the good ones are written', async () => {
    const space = await newSpace(hub, { processors: validator(SCHEMA) });
    const response = await hub.post<FeatureCollection>(
      `${space.features}?transactional=false`,
      collection(area('a', 'x'), area('b', 4)),
    );
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.body.inserted, ['b']);
    assert.deepEqual(
      response.body.failed?.map(({ id, position }) => [id, position]),
      [['a', 0]],
    );
    assert.match(response.body.failed![0]!.message, /#\/properties\/area/);
  });

  test('works beside rules', async () => {
    const space = await newSpace(hub, { processors: { ...TAGGER, ...validator(SCHEMA) } });
    await space.load(area('a', 700));
    assert.deepEqual(await space.search('tags=big'), ['a']);
  });

  test('a pattern that would run for ages is cut off, and others are served', {
    timeout: 30_000,
  }, async () => {
    const evil = { properties: { properties: { properties: { name: { pattern: '^(?=a)(a+)+$' } } } } };
    const space = await newSpace(hub, { processors: validator(evil) });
    const other = await newSpace(hub);
    const [refused] = await Promise.all([
      hub.put(space.features, collection(feature('a', { name: `${'a'.repeat(50)}!` }))),
      other.load(feature('b')),
    ]);
    assertRefused(refused, 400, '"a"', 'took too long');
  });
});

test('patterns are answered in time, however much others would backtrack', async () => {
  const nested = { properties: { properties: { properties: { name: { pattern: '^(a+)+$' } } } } };
  const space = await newSpace(hub, { processors: validator(nested) });
  const refused = await hub.put(space.features, collection(feature('a', { name: `${'a'.repeat(50_000)}!` })));
  assertRefused(refused, 400, '"a"', 'pattern');
  await space.load(feature('b', { name: 'a'.repeat(50_000) }));
});

describe('a definition is refused for', () => {
  const rule = (path: unknown) => ({ 'rule-tagger': [{ params: { taggingRules: { big: path } } }] });
  const cases: [what: string, processors: unknown, ...culprits: (string | RegExp)[]][] = [
    ['a bad JSONPath', rule('$.features[?('), 'processors.rule-tagger[0].params.taggingRules.big'],
    ['code', rule('$.features[?(process.exit())]'), 'taggingRules.big'],
    ['a rule that is no text', rule(5), 'taggingRules.big'],
    ['rules that are no object', { 'rule-tagger': [{ params: { taggingRules: [] } }] }, 'taggingRules'],
    ['no rules', { 'rule-tagger': [{}] }, 'taggingRules'],
    ['a bad tag', { 'rule-tagger': [{ params: { taggingRules: { 'a,b': '$' } } }] }, 'comma', 'a,b'],
    ['a bad schema', validator({ type: 'text' }), 'processors.schema-validator[0].params.schema.type'],
    ['a bad pattern', validator({ pattern: '(' }), 'schema.pattern'],
    ['a schema that is no JSON', validator('{'), 'params.schema'],
    ['no schema', { 'schema-validator': [{}] }, 'params.schema'],
    ['a URL of elsewhere', validator('https://example.org/schema.json'), 'params.schema', 'example.org'],
    ['a reference to elsewhere', validator({ $ref: 'http://127.0.0.1:22/' }), 'schema.$ref'],
  ];
  for (const [what, processors, ...culprits] of cases)
    test(what, async () => {
      assertRefused(await hub.post('/hub/spaces', { title: 'x', processors }), 400, ...culprits);
      const space = await newSpace(hub);
      assertRefused(await hub.patch(space.path, { processors }), 400, ...culprits);
      assert.equal((await space.definition()).processors, undefined);
    });
});
