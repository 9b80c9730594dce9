import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startHub } from '../harness/hub.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { spentBy } from '../safety/process-figures.ts';

/**
 * Outlines that cross or run beside themselves all the time: a scribble of 400 edges took a reader thread a minute to
 * repair, at one go, and two of them all threads that read.
 *
 * In processor time of the hub: on a machine that does other things as well, the clock says nothing about a read.
 */
const LIMIT_MS = 20_000;
/** By the clock, far more than that takes. */
const TIMEOUT_MS = 200_000;

type Position = number[];

function scribble(edges: number): Position[] {
  const ring = Array.from({ length: edges }, (_, i) => [
    ((i * 7919) % 3001) / 20 - 75,
    ((i * 5303) % 1601) / 20 - 40,
  ]);
  return [...ring, ring[0]!];
}

/** Teeth side by side, all of them diagonal. */
function comb(teeth: number, height?: number): Position[] {
  const ring: Position[] = [];
  for (let i = 0; i < teeth; i++) ring.push([(i * 10) / teeth, 0], [(i * 10) / teeth + 40, 40]);
  const closed = [...ring, [10, -1], [0, -1], [0, 0]];
  return height === undefined ? closed : closed.map((position) => [...position, height]);
}

/** Teeth that stand upright: the edge of a box cuts all of them. */
function upright(teeth: number): Position[] {
  const ring = Array.from({ length: 2 * teeth }, (_, i) => [(i * 5) / teeth, (i % 2) * 40, i]);
  return [...ring, [10, -1, 0], [0, -1, 0], ring[0]!];
}

const polygon = (...coordinates: Position[][]) => ({ type: 'Polygon', coordinates });
const STORED = {
  scribble: polygon(scribble(250)),
  larger: polygon(scribble(450)),
  largest: polygon(scribble(5000)),
  comb: polygon(comb(10_000)),
  high: polygon(comb(3000, 7)),
  upright: polygon(upright(10_000)),
};

const hub = await startHub({ settings: { MERIDIAN_QUERY_TIMEOUT_MS: String(TIMEOUT_MS) } });
let space: Space;
let neighbour: Space;
before(async () => {
  [space, neighbour] = [await newSpace(hub), await newSpace(hub)];
  const feature = (id: string, geometry: object) => ({ type: 'Feature', id, geometry, properties: {} });
  for (const [id, geometry] of Object.entries(STORED)) await space.load(feature(id, geometry));
  await neighbour.load(feature('p', { type: 'Point', coordinates: [1, 1] }));
});

const box = 'west=-5&south=-5&east=30&north=21.3';
const wkt = `POLYGON((0 0,30 0,30 20,0 20,0 0))`;
const READS: readonly string[] = [
  `bbox?${box}&clip=true`,
  `bbox?${box}`,
  `bbox?${box}&clustering=hexbin&clustering.resolution=2`,
  'tile/web/3_4_3?clip=true',
  'tile/web/3_4_3.mvt',
  'tile/web/3_4_3.mvt?mode=viz',
  'tile/web/3_4_3.mvt?mode=auto',
  ...['S_INTERSECTS', 'S_TOUCHES', 'S_WITHIN', 'S_CROSSES'].map(
    (relation) => `search?filter=${encodeURIComponent(`${relation}(geometry,${wkt})`)}`,
  ),
  'spatial?lat=10&lon=10&radius=900000&clip=true',
  `spatial?refSpaceId=SPACE&refFeatureId=scribble&clip=true`,
];

for (const read of READS)
  test(`${read.slice(0, 60)} of outlines that cross themselves ends, and delays nobody for long`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const spentBefore = spentBy(hub.program.child.pid!);
    const [found, read2] = await Promise.all([
      hub.get(
        `${space.path}/${read.replace('SPACE', space.id)}${read.includes('?') ? '&' : '?'}skipCache=true`,
      ),
      hub.get(`${neighbour.path}/bbox?west=0&south=0&east=2&north=2&skipCache=true`),
    ]);
    assert.equal(found.status, 200, found.text.slice(0, 300));
    assert.equal(read2.status, 200, read2.text);
    const spent = spentBy(hub.program.child.pid!) - spentBefore;
    assert.ok(spent < LIMIT_MS, `${spent} ms`);
  });

test('what is clipped stays in the box', async () => {
  const { body } = await hub.get<{ features: { id: string; geometry: { coordinates: unknown } }[] }>(
    `${space.path}/bbox?${box}&clip=true`,
  );
  assert.deepEqual(body.features.map(({ id }) => id).sort(), Object.keys(STORED).sort());
  for (const { id, geometry } of body.features)
    for (const [x, y] of positionsOf(geometry.coordinates)) {
      assert.ok(x! >= -5 && x! <= 30, `${id} ${x}`);
      assert.ok(y! >= -5 && y! <= 21.3, `${id} ${y}`);
    }
});

test('heights stay where an outline can be computed with', async () => {
  const { body } = await hub.get<{ features: { id: string; geometry: { coordinates: unknown } }[] }>(
    `${space.path}/bbox?${box}&clip=true`,
  );
  const cut = positionsOf(body.features.find(({ id }) => id === 'upright')!.geometry.coordinates);
  assert.ok(cut.some(([, y]) => y === 21.3));
  for (const position of cut) assert.equal(position.length, 3);
});

test('a geometry to search by that crosses itself all the time is refused', async () => {
  for (const geometry of [STORED.largest, STORED.comb]) {
    const refused = await hub.post(`${space.path}/spatial`, geometry);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /geometry to search by crosses itself, or runs beside itself, too often/);
  }
  const referred = await hub.get(`${space.path}/spatial?refSpaceId=${space.id}&refFeatureId=comb`);
  assert.equal(referred.status, 400, referred.text);
});

test('an outline many times around the earth is refused where it would be drawn', async () => {
  for (const radius of ['300000&clip=true', '-300000']) {
    const refused = await hub.post(`${space.path}/spatial?radius=${radius}`, polygon(scribble(60)));
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /radius: the outline of what is within 300000 m of the Polygon is too long/);
  }
  const found = await hub.post(`${space.path}/spatial?radius=300000`, polygon(scribble(60)));
  assert.equal(found.status, 200, found.text);
});

test('a few edges across half the earth are drawn', async () => {
  const across = Array.from({ length: 6 }, (_, i) => [i % 2 === 0 ? -150 : 150, i * 24 - 60]);
  const line = { type: 'LineString', coordinates: across };
  const found = await hub.post(`${neighbour.path}/spatial?radius=1&clip=true`, line);
  assert.equal(found.status, 200, found.text.slice(0, 300));
});

function positionsOf(coordinates: unknown): number[][] {
  const list = coordinates as unknown[];
  return typeof list[0] === 'number' ? [list as number[]] : list.flatMap(positionsOf);
}
