import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../testing/effort.ts';
import { newDatabase } from '../testing/postgres/database.ts';
import { type Hub, startHub } from './harness/hub.ts';
import type { Ask } from './harness/request.ts';
import { newSpaceId } from './harness/space.ts';
import { anyInput, anyTag, faultyInput, IDS } from './model/arbitrary.feature.ts';
import { anyQuery } from './model/arbitrary.query.ts';
import { bodyOf, type FeatureInput } from './model/feature.ts';

/** One request, below the path of a space. */
type Step = { method: string; path: string; ask?: Ask };

const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
const runs = randomCases(10);

const id = fc.constantFrom(...IDS);
/** With an id of its own: those that servers make up differ. */
const input = fc.tuple(anyInput, id).map(([one, own]): FeatureInput => ({ id: own, ...one }));
const inputs = fc.array(fc.oneof({ arbitrary: input, weight: 12 }, { arbitrary: faultyInput, weight: 1 }), {
  minLength: 1,
  maxLength: 6,
});
const degree = (most: number) => fc.integer({ min: -most / 10, max: most / 10 }).map((ten) => ten * 10);
const limit = fc.integer({ min: 1, max: 12 });
const box = fc
  .tuple(degree(180), degree(90), degree(180), degree(90))
  .map(([west, south, east, north]) => `west=${west}&south=${south}&east=${east}&north=${north}`);

function body(features: readonly FeatureInput[]) {
  return { type: 'FeatureCollection', features: features.map(bodyOf) };
}

const write: fc.Arbitrary<Step> = fc.oneof(
  inputs.map((features) => ({ method: 'PUT', path: '/features', ask: { body: body(features) } })),
  fc
    .tuple(
      inputs,
      fc.constantFrom('patch', 'replace', 'merge', 'delete', 'retain', 'error'),
      fc.constantFrom('create', 'retain', 'error'),
      fc.boolean(),
      fc.array(anyTag, { maxLength: 2 }),
    )
    .map(([features, e, ne, transactional, tags]) => ({
      method: 'POST',
      path: `/features?e=${e}&ne=${ne}&transactional=${transactional}&addTags=${tags.map(encodeURIComponent).join()}`,
      ask: { body: body(features) },
    })),
  fc.tuple(id, input).map(([one, feature]) => ({
    method: 'PATCH',
    path: `/features/${encodeURIComponent(one)}`,
    ask: { body: bodyOf(feature) },
  })),
  fc.tuple(fc.array(id, { minLength: 1, maxLength: 4 })).map(([ids]) => ({
    method: 'DELETE',
    path: `/features?${ids.map((one) => `id=${encodeURIComponent(one)}`).join('&')}`,
    ask: { headers: { accept: 'application/json' } },
  })),
  anyTag.map((tag) => ({
    method: 'DELETE',
    path: `/features?tags=${encodeURIComponent(tag)}`,
    ask: { headers: { accept: 'application/geo+json' } },
  })),
);

const get = (path: string): Step => ({ method: 'GET', path });
const read: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyQuery, limit).map(([{ text }, most]) => get(`/search?limit=${most}&${text}`)),
  fc.tuple(anyQuery, limit).map(([{ text }, most]) => get(`/iterate?limit=${most}&${text}`)),
  fc
    .tuple(fc.constantFrom('p.n', 'p.mixed', 'p.s:desc', 'p.n:desc,p.s'), limit)
    .map(([sort, most]) => get(`/iterate?limit=${most}&sort=${sort}`)),
  fc
    .tuple(anyQuery, box, limit, fc.boolean())
    .map(([{ text }, where, most, clip]) => get(`/bbox?${where}&limit=${most}&clip=${clip}&${text}`)),
  box.map((where) => get(`/bbox?${where}&clustering=hexbin&clustering.resolution=2`)),
  box.map((where) => get(`/bbox?${where}&clustering=quadbin`)),
  fc.constantFrom('0_0_0', '1_1_0', '3_4_2').map((tile) => get(`/tile/web/${tile}?mode=viz`)),
  fc.constantFrom('0_0_0', '2_1_1').map((tile) => get(`/tile/web/${tile}.mvt`)),
  fc
    .tuple(degree(180), degree(90), fc.constantFrom(0, 1000, 3_000_000))
    .map(([lon, lat, radius]) => get(`/spatial?lon=${lon}&lat=${lat}&radius=${radius}`)),
  anyQuery.map(({ text }) => get(`/count?${text}`)),
  fc
    .array(id, { minLength: 1, maxLength: 5 })
    .map((ids) => get(`/features?${ids.map((one) => `id=${encodeURIComponent(one)}`).join('&')}`)),
  fc.constant(get('/statistics')),
  fc.constantFrom(1, 2, 3).map((version) => get(`/iterate?version=${version}`)),
  fc.constant(get('/changesets?startVersion=1&endVersion=2')),
);

/** What no two servers have in common: times, names of states and of requests. */
function comparable(text: string): string {
  return text
    .replace(/"(createdAt|updatedAt|contentUpdatedAt)":\d+/g, '"$1":0')
    .replace(/"(p|m)?uuid":"[^"]+"/g, '"$1uuid":""')
    .replace(/"streamId":"[^"]+"/g, '"streamId":""');
}

async function both(hubs: readonly Hub[], { method, path, ask }: Step, space: string): Promise<void> {
  const responses = await Promise.all(
    hubs.map((hub) => hub.request<unknown>(method, `/hub/spaces/${space}${path}`, ask)),
  );
  const [one, other] = responses.map(({ status, text }) => ({ status, text: comparable(text) }));
  assert.deepEqual(other, one, `${method} ${path}`);
  assert.ok(one!.status < 500, one!.text);
}

test(`both engines give the same bytes, whatever is written and read (seed ${seed}, ${runs} runs)`, async (t) => {
  const settings = { MERIDIAN_LOG_LEVEL: 'error' };
  const store = { MERIDIAN_STORE: await newDatabase(), MERIDIAN_STORE_CONNECTIONS: '8' };
  const hubs = await Promise.all([startHub({ settings }), startHub({ settings: { ...settings, ...store } })]);
  let steps = 0;
  const definition = fc.constantFrom(
    {},
    { searchableProperties: { n: true, s: true, 'deep.b': true } },
    { enableHistory: true },
    { enableUUID: true, versionsToKeep: 3 },
  );
  const sequence = fc.array(fc.oneof(write, read), { minLength: 40, maxLength: 80 });
  const property = fc.asyncProperty(definition, sequence, async (more, requests) => {
    const space = { id: newSpaceId(), title: 'A space', ...more };
    for (const hub of hubs) assert.equal((await hub.post('/hub/spaces', space)).status, 200);
    for (const request of requests) await both(hubs, request, space.id);
    for (const hub of hubs) await hub.delete(`/hub/spaces/${space.id}`);
    steps += requests.length;
  });
  await fc.assert(property, { seed, numRuns: runs });
  t.diagnostic(`${steps} requests to both, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
});
