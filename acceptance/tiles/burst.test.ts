import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { departed } from '../harness/departed.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const COUNT = 10_000;
const hub = await startHub();
/** A query there may take next to no time. */
const hurried = await startHub({ settings: { MERIDIAN_QUERY_TIMEOUT_MS: '1' } });

/** Circles with many corners, so that each takes some work. */
const features = Array.from({ length: COUNT }, (_, i) => ({
  id: `f${i}`,
  geometry: {
    type: 'Polygon',
    coordinates: [
      Array.from({ length: 33 }, (_, corner) => [
        (i % 160) - 80 + Math.cos((corner / 32) * 2 * Math.PI),
        (i % 120) - 60 + Math.sin((corner / 32) * 2 * Math.PI) * (corner % 32 === 0 ? 0 : 1),
      ]),
    ],
  },
  properties: { n: i },
}));

const spaces: { here: Space; there: Space } = {} as never;
before(async () => {
  for (const [name, where] of [
    ['here', hub],
    ['there', hurried],
  ] as const) {
    spaces[name] = await newSpace(where);
    await spaces[name].load(...features);
  }
});

describe('a map that asks for much at once', () => {
  test('gets 200 tiles, none of them refused', async () => {
    const tiles = Array.from({ length: 200 }, (_, i) => `4/${i % 16}/${(i >> 4) % 16}`);
    const responses = await Promise.all(
      tiles.map((tile, i) =>
        hub.get<undefined>(`${spaces.here.path}/tile/web/${tile}.mvt?skipCache=true&i=${i}`),
      ),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    assert.deepEqual([...statuses], [200]);
    const seen = new Set(
      responses.flatMap(({ bytes }) =>
        readVectorTile(bytes).flatMap((layer) => layer.features.map(({ properties: { id } }) => id)),
      ),
    );
    assert.ok(seen.size > COUNT / 2);
  });
});

describe('a read that takes too long', () => {
  // Each asks by a property, so that nothing kept ahead of the question can answer it in time; and for what is not there,
  // because a read that has something to show goes on.
  const CALLS = [
    'tile/web/0/0/0.mvt?p.n<0',
    'tile/web/0/0/0?clip=true&p.n<0',
    'tile/web/0/0/0?mode=viz&p.n<0',
    'bbox?west=-90&south=-90&east=90&north=90&clustering=hexbin&p.n<0',
    'bbox?west=-90&south=-90&east=90&north=90&clustering=quadbin&p.n<0',
    'spatial?lat=0&lon=0&radius=9000000&clip=true&p.n<0',
  ];
  for (const call of CALLS)
    test(`${call} is refused with 504`, async () => {
      const path = `${spaces.there.path}/${call}`;
      assertRefused(await hurried.get(path), 504, 'took more than the 1 ms allowed');
    });

  test('a posted geometry too', async () => {
    const circle = features[0]!.geometry;
    const path = `${spaces.there.path}/spatial?radius=8000000&p.n<0`;
    assertRefused(await hurried.post(path, circle), 504, 'took more than the 1 ms allowed');
  });

  test('is called off when its client goes away', async () => {
    const tile = `${spaces.here.path}/tile/web/0/0/0.mvt?skipCache=true&clip=false`;
    const { started, startedAfter, ranOn } = await departed(hub, tile, 20);
    assert.ok(started < 20, `of 20 reads, ${started} had begun`);
    assert.equal(startedAfter, 0);
    // A tile takes so little that one may have been there before its client was known to be gone.
    assert.ok(ranOn <= 1, `${ranOn} reads went on for nobody`);
    assert.equal((await hub.get(`${spaces.here.path}/tile/web/12/0/0.mvt`)).status, 200);
  });
});
