import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { departed } from './harness/departed.ts';
import type { FeatureCollection } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace, type Space } from './harness/space.ts';
import { readVectorTile } from './harness/vector-tile.ts';
import { newVirtual } from './virtual/spaces.ts';

const hub = await startHub({ settings: { MERIDIAN_QUERY_TIMEOUT_MS: '600000' } });
const hurried = await startHub({ settings: { MERIDIAN_QUERY_TIMEOUT_MS: '300' } });

const COUNT = 10_000;
const SIZE = 2;

/** Each covers about a thousand cells of resolution 6: counting them takes far longer than any client here stays. */
const squares = Array.from({ length: COUNT }, (_, i) => {
  const [west, south] = [(i % 160) - 80, (i % 120) - 60];
  const ring = [
    [west, south],
    [west + SIZE, south],
    [west + SIZE, south + SIZE],
    [west, south + SIZE],
    [west, south],
  ];
  return { id: `f${i}`, geometry: { type: 'Polygon', coordinates: [ring] }, properties: { n: i } };
});

const HEXBIN = 'clustering=hexbin&clustering.absoluteResolution=6';
const LONG_READS = {
  'a box': `bbox?west=-90&south=-90&east=90&north=90&${HEXBIN}`,
  'a vector tile': `tile/web/0/0/0.mvt?${HEXBIN}`,
  'a tile as GeoJSON': `tile/web/0/0/0?${HEXBIN}`,
};

const spaces: { patient: Space; hurried: Space; virtual: Space } = {} as never;
before(async () => {
  spaces.patient = await newSpace(hub);
  spaces.hurried = await newSpace(hurried);
  for (const space of [spaces.patient, spaces.hurried]) await space.load(...squares);
  spaces.virtual = await newVirtual(hub, 'group', [spaces.patient, await newSpace(hub)]);
});

describe('when clients leave, reads', () => {
  for (const [what, read] of Object.entries(LONG_READS))
    for (const kind of ['patient', 'virtual'] as const)
      test(`of ${what} (${kind === 'virtual' ? 'of a virtual space' : 'of a space'}) end, and none begins`, async () => {
        const { started, ...after } = await departed(hub, `${spaces[kind].path}/${read}&skipCache=true`, 20);
        assert.ok(started > 0 && started < 20, `of 20 reads, ${started} had begun`);
        assert.deepEqual(after, { startedAfter: 0, ranOn: 0 });
        assert.equal(
          (await hub.get(`${spaces[kind].path}/tile/web/12/0/0.mvt`)).status,
          200,
          'threads are free',
        );
      });
});

describe('what a client left unfinished is not cached:', () => {
  for (const [what, read] of [
    ['a vector tile', 'tile/web/0/0/0.mvt?clip=false'],
    ['a box', 'bbox?west=-90&south=-90&east=90&north=90&clip=true'],
  ] as const)
    test(`${what} is whole for the next one`, async () => {
      const { path } = spaces.patient;
      await departed(hub, `${path}/${read}`, 1);
      const { bytes, body } = await hub.get<FeatureCollection>(`${path}/${read}`);
      const found = body ? body.features : readVectorTile(bytes)[0]?.features;
      assert.equal(found?.length, COUNT);
    });
});

describe('the time limit', () => {
  for (const [what, read] of Object.entries(LONG_READS))
    test(`ends work on rows too: ${what} is refused with 504`, async () => {
      const { status, text } = await hurried.get(`${spaces.hurried.path}/${read}`);
      assert.equal(status, 504);
      assert.match(text, /took more than the 300 ms allowed/);
    });
});
