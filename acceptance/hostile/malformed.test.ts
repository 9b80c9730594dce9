import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FeatureCollection } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { MALFORMED_BODIES } from './malformed.body.ts';
import { MALFORMED_FEATURES } from './malformed.feature.ts';

const GOOD = '{"type":"Feature","id":"good","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}';
const FINE = '{"type":"Feature","id":"fine","geometry":null,"properties":{"n":1}}';
const POSITION = /position 1\b|features\[1\]/;

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
  await space.load({ type: 'Feature', id: 'kept', geometry: null, properties: { n: 1 } });
});
const contents = async () => (await hub.get(`${space.path}/iterate`)).text;

test('the corpus of malformed GeoJSON has at least a hundred cases, each of its own', () => {
  const faults = MALFORMED_FEATURES.map(({ fault }) => fault);
  assert.ok(faults.length >= 100, `${faults.length} cases`);
  assert.deepEqual(
    faults.filter((fault, index) => faults.indexOf(fault) !== index),
    [],
  );
});

describe('a malformed feature', () => {
  for (const { fault, text, id, path } of MALFORMED_FEATURES) {
    const body = `{"type":"FeatureCollection","features":[${GOOD},${text},${FINE}]}`;
    const named = [path, ...(id === undefined ? [] : [id])];

    test(`in a batch refuses the whole batch – ${fault}`, async () => {
      const unchanged = await contents();
      for (const method of ['PUT', 'POST']) {
        assertRefused(await hub.request(method, space.features, { body }), 400, POSITION, ...named);
      }
      assert.equal(await contents(), unchanged);
    });

    test(`alone is left out of a batch that is not transactional – ${fault}`, async () => {
      const response = await hub.post<FeatureCollection>(`${space.features}?transactional=false`, body);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(response.body.inserted, ['good', 'fine']);
      const [failure, ...others] = response.body.failed ?? [];
      assert.deepEqual(others, []);
      assert.equal(failure?.position, 1);
      if (id !== undefined) assert.equal(failure?.id, id);
      assert.ok(failure?.message.includes(path), `"${failure?.message}" does not name ${path}`);
      assert.deepEqual(await space.search(), ['kept', 'good', 'fine']);
      await hub.delete(`${space.features}?id=good,fine`);
    });
  }
});

describe('a malformed feature sent alone is refused and changes nothing', () => {
  // Alone, a FeatureCollection is another kind of body; and the id in the path stands in for a bad one.
  const features = MALFORMED_FEATURES.filter(({ fault, id }) => id && !fault.includes('FeatureCollection'));
  for (const { fault, text, path } of features) {
    test(fault, async () => {
      const unchanged = await contents();
      for (const id of ['kept', 'new']) {
        assertRefused(await hub.put(`${space.features}/${id}`, text), 400, path);
      }
      assertRefused(await hub.patch(`${space.features}/kept`, text), 400, path);
      assert.equal(await contents(), unchanged);
    });
  }
});

describe('a body that is wrong as a whole is refused and changes nothing', () => {
  for (const { fault, body, type, names } of MALFORMED_BODIES) {
    test(fault, async () => {
      const unchanged = await contents();
      const headers = type === undefined ? {} : { 'content-type': type };
      const response = await hub.request('POST', space.features, { body, headers });
      assertRefused(response, 400, ...(names === undefined ? [] : [names]));
      assert.equal(await contents(), unchanged);
    });
  }
});
