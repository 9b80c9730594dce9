import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';

type Operation = { operationId: string; security: object[]; responses: Record<string, unknown> };
type Description = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

const hub = await startHub({ settings: ADMIN_SETTINGS });
const space = await newSpace(hub);
await space.load(feature('a'));
const stranger = await (await newPerson(hub)).token();
const { body: description } = await hub.get<Description>('/ogc/api', { token: null });

const VALUES: Record<string, string> = {
  collectionId: space.id,
  featureId: 'a',
  tileMatrixSetId: 'WebMercatorQuad',
  styleId: space.id,
  tileMatrix: '0',
  tileRow: '0',
  tileCol: '0',
};
const BODIES: Record<string, object> = {
  post: feature('new'),
  put: feature('a', { n: 1 }),
  patch: { properties: { n: 2 } },
};

const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path: `/ogc${path === '/' ? '' : path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name]!)}`,
    operation,
  })),
);
/** What deletes comes last. */
routes.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));

describe('every operation that /ogc/api describes', () => {
  for (const { name, method, path, operation } of routes)
    test(`${name} is there for those who may, and for nobody else`, async () => {
      const body = BODIES[method];
      const send = async (token: string | null) =>
        (await hub.request(method.toUpperCase(), path, { token, ...(body ? { body } : {}) })).status;
      const isOpen = operation.security.length === 0;
      const isList = path === '/ogc/collections' || path === '/ogc/styles';
      if (isOpen) assert.equal(await send(null), 200);
      else {
        assert.equal(await send(null), 401);
        assert.equal(await send('garbage'), 401);
        assert.equal(await send(stranger), isList ? 200 : 403);
      }
      const status = await send(hub.token);
      assert.ok(status < 300, `${status}`);
      assert.ok(String(status) in operation.responses, `${status} is not described`);
    });
});

describe('/ogc/api', () => {
  test('is an OpenAPI 3.0 document that needs nothing from outside', () => {
    assert.match(description.openapi, /^3\.0\./);
    const text = JSON.stringify(description);
    for (const [, ref] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      assert.ok(ref!.startsWith('#/'), ref!);
      const target = ref!
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], description);
      assert.ok(target, ref!);
    }
    const ids = routes.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('names the properties of collections to those who may read them, and to nobody else', async () => {
    await space.load(feature('b', { secretName: 'x' }));
    const [own, others, nobodys] = await Promise.all(
      [hub.token, stranger, null].map((token) => hub.get<Description>('/ogc/api', { token })),
    );
    assert.ok(own!.text.includes('secretName') && own!.text.includes(`/collections/${space.id}/items`));
    for (const { text } of [others!, nobodys!])
      assert.ok(!text.includes('secretName') && !text.includes(space.id));
  });
});
