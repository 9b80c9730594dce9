import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, type FeatureCollection, feature, idsOf, withoutNamespace } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await sharedHub();

const NDJSON = { 'content-type': 'application/x-ndjson' };
const LIST = { 'content-type': 'application/vnd.here.feature-modification-list' };

describe('one Feature as the body of a bulk write', () => {
  for (const method of ['PUT', 'POST']) {
    test(`${method} answers a FeatureCollection`, async () => {
      const space = await newSpace(hub);
      const response = await hub.request<FeatureCollection>(method, space.features, { body: feature('a') });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body.type, 'FeatureCollection');
      assert.deepEqual(response.body.inserted, ['a']);
      assert.deepEqual(idsOf(response.body), ['a']);
    });
  }
});

describe('newline-delimited Features', () => {
  const lines = (...features: unknown[]) => features.map((one) => JSON.stringify(one)).join('\n');
  const CASES: [string, string][] = [
    ['without a last newline', lines(feature('a'), feature('b'))],
    ['with a last newline', `${lines(feature('a'), feature('b'))}\n`],
    ['with CRLF', `${lines(feature('a'), feature('b')).replaceAll('\n', '\r\n')}\r\n`],
    ['with empty lines', `\n${lines(feature('a'))}\n\n${lines(feature('b'))}\n\n`],
  ];
  for (const [name, body] of CASES) {
    for (const method of ['PUT', 'POST']) {
      test(`${method} ${name}`, async () => {
        const space = await newSpace(hub);
        const response = await hub.request<FeatureCollection>(method, space.features, {
          body,
          headers: NDJSON,
        });
        assert.equal(response.status, 200, response.text);
        assert.deepEqual(idsOf(response.body), ['a', 'b']);
        assert.deepEqual(await space.search(), ['a', 'b']);
      });
    }
  }

  test('a line that is no JSON is refused and nothing is written', async () => {
    const space = await newSpace(hub);
    const body = `${lines(feature('a'))}\n{"type":\n${lines(feature('b'))}`;
    assertRefused(await hub.put(space.features, body, { headers: NDJSON }), 400);
    assert.deepEqual(await space.search(), []);
  });

  test('a bad feature is named with its position', async () => {
    const space = await newSpace(hub);
    const body = lines(feature('a'), feature('culprit', {}, { geometry: 5 }));
    assertRefused(await hub.put(space.features, body, { headers: NDJSON }), 400, 'culprit', '1');
  });

  test('a newline inside a text is none', async () => {
    const space = await newSpace(hub);
    await hub.put(space.features, lines(feature('a', { t: 'x\ny\u2028' })), { headers: NDJSON });
    assert.deepEqual(withoutNamespace(await space.read('a')).properties, { t: 'x\ny\u2028' });
  });
});

describe('a FeatureModificationList', () => {
  const modification = (members: object) => ({ type: 'FeatureModification', ...members });
  const list = (...modifications: unknown[]) => ({ type: 'FeatureModificationList', modifications });
  const post = (space: Space, body: unknown, query = '') =>
    hub.post<FeatureCollection>(`${space.features}?${query}`, body, { headers: LIST });

  test('applies each modification with its own rules, and responses in their order', async () => {
    const space = await newSpace(hub);
    await space.load(
      feature('a', { n: 1, m: 1 }),
      feature('b', { n: 1, m: 1 }),
      feature('c'),
      feature('d', { n: 1 }),
    );
    const response = await post(
      space,
      list(
        modification({
          featureData: collection(feature('b', { n: 2 })),
          onFeatureExists: 'replace',
          onFeatureNotExists: 'error',
        }),
        modification({
          featureData: collection(feature('new'), feature('a', { n: 2 })),
          onFeatureExists: 'patch',
          onFeatureNotExists: 'create',
        }),
        modification({ featureIds: ['c'], onFeatureExists: 'delete' }),
        modification({
          featureData: collection(feature('d', { n: 9 })),
          onFeatureExists: 'retain',
          onFeatureNotExists: 'retain',
          onMergeConflict: 'error',
        }),
      ),
    );
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(idsOf(response.body), ['b', 'new', 'a', 'd']);
    assert.deepEqual(response.body.inserted, ['new']);
    assert.deepEqual(response.body.updated, ['b', 'a']);
    assert.deepEqual(response.body.deleted, ['c']);
    const properties = Object.fromEntries(
      response.body.features.map((one) => [one.id, withoutNamespace(one).properties]),
    );
    assert.deepEqual(properties, { b: { n: 2 }, new: {}, a: { n: 2, m: 1 }, d: { n: 1 } });
    assert.deepEqual((await space.search()).sort(), ['a', 'b', 'd', 'new']);
  });

  test('is read as application/json too', async () => {
    const space = await newSpace(hub);
    const body = list(modification({ featureData: collection(feature('a')) }));
    const response = await hub.post<FeatureCollection>(space.features, body);
    assert.deepEqual(response.body.inserted, ['a'], response.text);
  });

  test('may have an id in several modifications, applied in order', async () => {
    const space = await newSpace(hub);
    const response = await post(
      space,
      list(
        modification({ featureData: collection(feature('a', { n: 1 })), onFeatureNotExists: 'create' }),
        modification({ featureData: collection(feature('a', { m: 2 })), onFeatureExists: 'patch' }),
      ),
    );
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(withoutNamespace(await space.read('a')).properties, { n: 1, m: 2 });
  });

  test('may not have an id twice in one modification', async () => {
    const space = await newSpace(hub);
    assertRefused(
      await post(space, list(modification({ featureData: collection(feature('twin'), feature('twin')) }))),
      400,
      'twin',
    );
  });

  test('is all or nothing', async () => {
    const space = await newSpace(hub);
    await space.load(feature('old'));
    const body = list(
      modification({ featureData: collection(feature('a')) }),
      modification({ featureData: collection(feature('old', { n: 1 })), onFeatureExists: 'error' }),
    );
    assertRefused(await post(space, body), 409, 'old');
    assert.deepEqual(await space.search(), ['old']);
    const lenient = await post(space, body, 'transactional=false');
    assert.equal(lenient.status, 200, lenient.text);
    assert.deepEqual(lenient.body.inserted, ['a']);
    assert.deepEqual(
      lenient.body.failed?.map(({ id }) => id),
      ['old'],
    );
  });

  for (const [name, body] of Object.entries({
    'without modifications': { type: 'FeatureModificationList' },
    'with modifications that are no list': { type: 'FeatureModificationList', modifications: {} },
    'with an unknown rule': list(
      modification({ featureData: collection(feature('a')), onFeatureExists: 'explode' }),
    ),
    'with another unknown rule': list(
      modification({ featureData: collection(feature('a')), onFeatureNotExists: 'patch' }),
    ),
    'with an unknown conflict rule': list(
      modification({ featureData: collection(feature('a')), onMergeConflict: 'explode' }),
    ),
    'with a wrong type inside': list({ type: 'Feature', featureData: collection(feature('a')) }),
    'with nothing to do': list(modification({})),
    'with data that is no collection': list(modification({ featureData: 5 })),
    'with ids that are no list': list(modification({ featureIds: 'a', onFeatureExists: 'delete' })),
  })) {
    test(`is refused ${name}`, async () => {
      const space = await newSpace(hub);
      assertRefused(await post(space, body), 400);
      assert.deepEqual(await space.search(), []);
    });
  }
});
