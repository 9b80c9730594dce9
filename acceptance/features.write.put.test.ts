import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type FeatureCollection,
  feature,
  idsOf,
  NAMESPACE,
  namespaceOf,
  tagged,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, nextMillisecond } from './harness/space.ts';

const hub = await sharedHub();

describe('PUT features', () => {
  test('creates what is missing and responses it, with the namespace and nothing more', async () => {
    const space = await newSpace(hub);
    const before = Date.now();
    const sent = [feature('a', { n: 1 }), feature('b', { n: 2 })];
    const response = await hub.put<FeatureCollection>(space.features, collection(...sent));
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(Object.keys(response.body).sort(), ['features', 'inserted', 'type']);
    assert.equal(response.body.type, 'FeatureCollection');
    assert.deepEqual(response.body.inserted, ['a', 'b']);
    assert.deepEqual(response.body.features.map(withoutNamespace), sent);
    for (const written of response.body.features) {
      const { createdAt, updatedAt, ...rest } = namespaceOf(written);
      assert.ok(createdAt >= before && createdAt <= Date.now());
      assert.equal(updatedAt, createdAt);
      assert.deepEqual(rest, { space: space.id, tags: [] });
      assert.deepEqual(await space.read(written.id), written);
    }
  });

  test('replaces what exists: members that are not sent are gone', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1, gone: true }, { rootToo: 1 }));
    const response = await space.load(feature('a', { n: 2 }));
    assert.deepEqual(response.updated, ['a']);
    assert.equal('inserted' in response, false);
    assert.deepEqual(withoutNamespace(await space.read('a')), feature('a', { n: 2 }));
  });

  test('takes tags from the body alone', async () => {
    const space = await newSpace(hub);
    await space.load(tagged('a', 'one'));
    assert.deepEqual(namespaceOf((await space.load(tagged('a', 'two'))).features[0]!).tags, ['two']);
    assert.deepEqual(namespaceOf((await space.load(feature('a', { n: 1 }))).features[0]!).tags, []);
  });

  test('answers every feature in request order: new, changed and unchanged ones mixed', async () => {
    const space = await newSpace(hub);
    await space.load(feature('same'), feature('old', { n: 1 }), feature('kept'));
    const response = await space.load(
      feature('z-new'),
      feature('old', { n: 2 }),
      feature('kept'),
      feature('a-new'),
      feature('same'),
    );
    assert.deepEqual(idsOf(response), ['z-new', 'old', 'kept', 'a-new', 'same']);
    assert.deepEqual(response.inserted, ['z-new', 'a-new']);
    assert.deepEqual(response.updated, ['old']);
    assert.deepEqual(Object.keys(response).sort(), ['features', 'inserted', 'type', 'updated']);
  });

  test('does not rewrite an unchanged feature', async () => {
    const space = await newSpace(hub);
    const sent = feature('a', { n: 1, deep: { x: [1, null] }, [NAMESPACE]: { tags: ['t'] } });
    const first = (await space.load(sent)).features[0];
    await nextMillisecond();
    const response = await space.load(sent);
    assert.deepEqual(response, { type: 'FeatureCollection', features: [first] });
    assert.deepEqual(await space.read('a'), first);
  });

  test('createdAt survives a replacement, updatedAt moves with it', async () => {
    const space = await newSpace(hub);
    const first = namespaceOf((await space.load(feature('a', { n: 1 }))).features[0]!);
    await nextMillisecond();
    const second = namespaceOf((await space.load(feature('a', { n: 2 }))).features[0]!);
    assert.equal(second.createdAt, first.createdAt);
    assert.ok(second.updatedAt > first.updatedAt);
  });

  test('a change of tags alone is a change', async () => {
    const space = await newSpace(hub);
    await space.load(tagged('a', 'one'));
    assert.deepEqual((await space.load(tagged('a', 'two'))).updated, ['a']);
  });

  test('an empty collection writes nothing', async () => {
    const space = await newSpace(hub);
    assert.deepEqual(await space.load(), { type: 'FeatureCollection', features: [] });
  });

  test('refuses the whole collection for one bad feature, naming its position', async () => {
    const space = await newSpace(hub);
    const response = await hub.put(
      space.features,
      collection(feature('good'), feature('bad', {}, { geometry: 5 })),
    );
    assertRefused(response, 400, 'bad', '1');
    assert.deepEqual(await space.search(), []);
  });

  for (const [name, ids] of [
    ['the same text', ['twin', 'other', 'twin']],
    ['a number and its text', [7, '7']],
  ] as const) {
    test(`refuses two features with one id: ${name}`, async () => {
      const space = await newSpace(hub);
      const response = await hub.put(
        space.features,
        collection(...ids.map((id) => ({ ...feature(''), id }))),
      );
      assertRefused(response, 400, String(ids[0]));
      assert.deepEqual(await space.search(), []);
    });
  }

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.put('/hub/spaces/never-created/features', collection(feature('a'))));
  });

  test('what was acknowledged is read back at once, by every reader', async () => {
    const space = await newSpace(hub);
    for (let n = 0; n < 30; n++) {
      await space.load(feature('a', { n }));
      const reads = await Promise.all([1, 2, 3].map(() => space.search(`p.n=${n}`)));
      assert.deepEqual(reads, [['a'], ['a'], ['a']]);
    }
  });
});
