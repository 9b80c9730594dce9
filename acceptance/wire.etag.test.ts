import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const READS = [
  '/features?id=a,b',
  '/features/a',
  '/search',
  '/search?p.n=1&limit=1',
  '/iterate',
  '/iterate?limit=1',
  '/statistics',
  '/count',
];

for (const read of READS) {
  describe(`the ETag of ${read}`, async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1 }), feature('b', { n: 1 }));
    const path = space.path + read;
    const get = (condition: string) => hub.get(path, { headers: { 'if-none-match': condition } });
    const etag = (await hub.get(path)).headers.etag ?? '';
    const bare = etag.replace(/^W\//, '').replaceAll('"', '');

    test('is quoted and stays while nothing changes', async () => {
      assert.match(etag, /^(W\/)?"[^"]+"$/);
      assert.equal((await hub.get(path)).headers.etag, etag);
    });

    for (const [name, condition] of [
      ['quoted', etag],
      ['unquoted', bare],
      ['weak', `W/"${bare}"`],
      ['in a list', `"other", ${etag}`],
      ['in a list without blanks', `"other",${etag},"third"`],
      ['as a star', '*'],
    ] as const) {
      test(`answers 304 when it comes ${name}`, async () => {
        const response = await get(condition);
        assert.equal(response.status, 304, response.text);
        assert.equal(response.bytes.length, 0);
        assert.equal(response.headers.etag, etag);
        assert.ok(response.headers['stream-id']);
      });
    }

    for (const [name, condition] of [
      ['another one', '"other"'],
      ['another one unquoted', 'other'],
      ['a part of it', `"${bare.slice(0, -1)}"`],
      ['a list of others', '"other", "third"'],
      ['nothing', ''],
    ] as const) {
      test(`answers 200 for ${name}`, async () => {
        assert.equal((await get(condition)).status, 200);
      });
    }

    test('changes with a write', async () => {
      await space.load(feature('a', { n: 1, changed: true }), feature('c', { n: 1 }));
      const response = await get(etag);
      assert.equal(response.status, 200);
      assert.notEqual(response.headers.etag, etag);
    });
  });
}

describe('an ETag', async () => {
  const space = await newSpace(hub);
  await space.load(feature('a', { n: 1 }));

  test('is not in the body of a FeatureCollection', async () => {
    for (const read of ['/search', '/iterate', '/features?id=a', '/features/a']) {
      const { body } = await hub.get<object>(space.path + read);
      assert.equal('etag' in body, false);
    }
  });

  test('does not hide that something is missing', async () => {
    assertMissing(await hub.get(`${space.features}/none`, { headers: { 'if-none-match': '*' } }));
    assertMissing(await hub.get('/hub/spaces/never-created/search', { headers: { 'if-none-match': '*' } }));
  });

  test('is of one space: another with the same content, or the same id created again, has its own', async () => {
    const tags: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      const again = await newSpace(hub, { id: 'recreated' });
      await again.load(feature('a', { round }));
      tags.push((await hub.get(`${again.path}/search`)).headers.etag);
      await hub.delete(again.path);
    }
    assert.equal(new Set(tags).size, 3);
  });

  test('compressed answers match too', async () => {
    await space.load(...Array.from({ length: 30 }, (_, n) => feature(`f${n}`, { t: 'text'.repeat(20) })));
    const headers = { 'accept-encoding': 'gzip' };
    const zipped = await hub.get(`${space.path}/search`, { headers });
    const again = await hub.get(`${space.path}/search`, {
      headers: { ...headers, 'if-none-match': zipped.headers.etag },
    });
    assert.equal(again.status, 304);
  });
});
