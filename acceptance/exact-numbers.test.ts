import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { point } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpaceId } from './harness/space.ts';

/** Numbers that a double can't hold. */
const LARGE = '12345678901234567890';
const INT64_MAX = '9223372036854775807';

const hub = await sharedHub();

/** A space whose definition has such members, as JSON text. */
async function spaceWith(members: string) {
  const id = newSpaceId();
  const made = await hub.post('/hub/spaces', `{"id":"${id}","title":"t",${members}}`);
  assert.equal(made.status, 200, made.text);
  const path = `/hub/spaces/${id}`;
  return { path, features: `${path}/features`, made };
}

const validated = (schema: string) =>
  `"processors":[{"id":"schema-validator","params":{"schema":${schema}},"eventTypes":["ModifyFeaturesEvent.request"]}]`;

describe('a number beyond a double in the definition of a space', () => {
  const CLIENT = `"client":{"id":${LARGE},"list":[1e999]}`;

  test('is answered with the digits it was sent with, also after changes', async () => {
    const { path, made } = await spaceWith(CLIENT);
    for (const response of [
      made,
      await hub.get(path),
      await hub.patch(path, '{"title":"other"}'),
      await hub.patch(path, `{"client":{"second":${INT64_MAX}}}`),
    ])
      assert.ok(response.text.includes(`"id":${LARGE},"list":[1e999]`), response.text);
    assert.ok((await hub.get(path)).text.includes(`"second":${INT64_MAX}`));
    assert.ok((await hub.get('/hub/spaces')).text.includes(`"id":${LARGE}`));
  });

  test('does not keep features from being written, read and deleted', async () => {
    const { path, features } = await spaceWith(CLIENT);
    assert.equal((await hub.put(features, point('a', 1, 2))).status, 200);
    assert.equal((await hub.post(features, point('b', 1, 2))).status, 200);
    assert.equal((await hub.patch(`${features}/a`, { properties: { n: 1 } })).status, 200);
    assert.equal((await hub.get(`${path}/search?p.n=1`)).status, 200);
    assert.equal((await hub.delete(`${features}/a`)).status, 204);
    assert.equal((await hub.get<{ count: number }>(`${path}/count`)).body.count, 1);
  });

  test('does not keep the space from being deleted, and made again empty', async () => {
    const { path, features } = await spaceWith(CLIENT);
    assert.equal((await hub.put(features, point('a', 1, 2))).status, 200);
    assert.equal((await hub.delete(path)).status, 204);
    assert.equal((await hub.get(path)).status, 404);
    const again = await hub.post('/hub/spaces', { id: path.split('/').at(-1), title: 'again' });
    assert.equal(again.status, 200);
    assert.equal((await hub.get<{ count: number }>(`${path}/count`)).body.count, 0);
  });

  test('is a bound that a schema can have', async () => {
    const schema = `{"properties":{"properties":{"properties":{"n":{"type":"integer","maximum":${INT64_MAX}}}}}}`;
    const { path, features } = await spaceWith(validated(schema));
    assert.ok((await hub.get(path)).text.includes(`"maximum":${INT64_MAX}`));
    const body = (n: string) => `{"type":"Feature","id":"a","properties":{"n":${n}}}`;
    const put = (n: string) => hub.put(`${features}/a`, body(n));
    for (const n of ['1', '-5', INT64_MAX]) {
      assert.equal((await put(n)).status, 200, n);
      assert.ok((await hub.get(`${features}/a`)).text.includes(`"n":${n}`), n);
    }
    for (const n of ['12345678901234567890', '1e30', '1.5']) assertRefused(await put(n), 400, 'schema');
    assert.equal((await hub.delete(path)).status, 204);
  });

  test('may stand in rules, logs and virtual spaces too', async () => {
    const rule = '"processors":[{"id":"rule-tagger","params":{"taggingRules":{"t":"$.properties"},';
    const { features, path } = await spaceWith(
      `${rule}"note":${LARGE}},"eventTypes":["ModifyFeaturesEvent.request"]}]`,
    );
    assert.equal((await hub.put(features, point('a', 1, 2))).status, 200);
    const upstream = path.split('/').at(-1);
    const virtual = await spaceWith(
      `"client":{"id":${LARGE}},"storage":{"id":"virtualspace","params":{"virtualspace":{"group":["${upstream}"]}}}`,
    );
    assert.equal((await hub.get(`${virtual.path}/search`)).status, 200);
    assert.equal((await hub.put(virtual.features, point('b', 1, 2))).status, 200);
    assert.equal((await hub.delete(virtual.path)).status, 204);
  });
});

describe('a number beyond a double in a geometry that is searched with', () => {
  const GEOMETRY = `{"type":"Point","coordinates":[1,2],"x":${LARGE}}`;

  test('is no hindrance, in a body, in a feature or in a reference', async () => {
    const { path, features } = await spaceWith('"client":{}');
    const feature = `{"type":"Feature","id":"a","geometry":${GEOMETRY},"properties":{}}`;
    assert.equal((await hub.put(`${features}/a`, feature)).status, 200);
    const id = path.split('/').at(-1);
    for (const response of [
      await hub.post(`${path}/spatial`, GEOMETRY),
      await hub.post(`${path}/spatial?radius=10`, feature),
      await hub.get(`${path}/spatial?refSpaceId=${id}&refFeatureId=a`),
    ]) {
      assert.equal(response.status, 200, response.text);
      assert.ok(response.text.includes(`"x":${LARGE}`), response.text);
    }
  });

  test('as a coordinate is refused', async () => {
    const { path } = await spaceWith('"client":{}');
    const far = '{"type":"Point","coordinates":[1,1e999]}';
    assertRefused(await hub.post(`${path}/spatial`, far), 400, 'coordinates');
  });
});

test('filters can ask for such numbers', async () => {
  const { path, features } = await spaceWith('"client":{}');
  const body = `{"type":"Feature","id":"a","properties":{"n":${LARGE},"list":[${LARGE}]}}`;
  assert.equal((await hub.put(`${features}/a`, body)).status, 200);
  for (const filter of [`p.n=${LARGE}`, `p.n>=${LARGE}`, `p.list@>${LARGE}`, `p.n@>${LARGE}`]) {
    const { status, text } = await hub.get(`${path}/search?${encodeURI(filter)}`);
    assert.equal(status, 200, `${filter}: ${text}`);
    assert.equal((await hub.get(`${path}/count?${encodeURI(filter)}`)).status, 200, filter);
  }
});

test('a number too small for a double is found as zero, with an index and without', async () => {
  const { path, features } = await spaceWith('"searchableProperties":{"indexed":true}');
  const stored = ['1e-400', `0.${'0'.repeat(323)}1`, '0', '1'].map(
    (value, i) => `{"type":"Feature","id":"${i}","properties":{"plain":${value},"indexed":${value}}}`,
  );
  const body = `{"type":"FeatureCollection","features":[${stored}]}`;
  assert.equal((await hub.put(features, body)).status, 200);
  const found = async (query: string) => {
    const { body } = await hub.get<{ features: { id: string }[] }>(`${path}/search?${encodeURI(query)}`);
    return body.features.map(({ id }) => id);
  };
  for (const name of ['plain', 'indexed'])
    for (const query of [
      `p.${name}=0`,
      `p.${name}=1e-400`,
      `p.${name}<=0`,
      `filter=${name}=0`,
      `filter=${name} IN (0)`,
    ])
      assert.deepEqual(await found(query), ['0', '1', '2'], query);
});
