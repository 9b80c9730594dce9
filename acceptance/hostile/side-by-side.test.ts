import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from '../harness/account.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';

/**
 * Outlines that run beside others all the way: whether a thousand diagonals are within a metre of as many between them took
 * a reader thread ten seconds, and a minute where twice as many were asked for.
 */
const LIMIT_MS = 60_000;
type Position = number[];

/** Diagonals, `offset` steps from where they would begin: those of another offset lie between them. */
function teeth(count: number, offset: number): Position[][] {
  return Array.from({ length: count }, (_, i) => {
    const x = ((i + offset) * 10) / count;
    return [
      [x, 0],
      [x + 40, 40],
    ];
  });
}

const lines = (coordinates: Position[][]) => ({ type: 'MultiLineString', coordinates });
const slivers = (count: number, offset: number) => ({
  type: 'MultiPolygon',
  coordinates: teeth(count, offset).map(([a, b]) => [[a!, b!, [b![0]! + 0.5 / count, b![1]!], a!]]),
});
const arc = (count: number, radius: number, turns = 1): Position[] =>
  Array.from({ length: count }, (_, i) => {
    const turn = -(i / count) * turns * 2 * Math.PI;
    return [Math.round(radius * Math.cos(turn) * 1e6) / 1e6, Math.round(radius * Math.sin(turn) * 1e6) / 1e6];
  });
const around = arc(30_000, 30);

const STORED = {
  lines: lines(teeth(3000, 0)),
  slivers: slivers(3000, 0),
  around: { type: 'Polygon', coordinates: [[...around, around[0]!]] },
};
const ASKED = {
  lines: lines(teeth(3000, 0.5)),
  slivers: slivers(3000, 0.5),
  points: { type: 'MultiPoint', coordinates: arc(10_000, 31, 0.5) },
};

const hub = await startHub({
  settings: { MERIDIAN_QUERY_TIMEOUT_MS: String(LIMIT_MS), MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD },
});
let space: Space;
let neighbour: Space;
let token: string;
before(async () => {
  [space, neighbour] = [await newSpace(hub), await newSpace(hub)];
  const feature = (id: string, geometry: object) => ({ type: 'Feature', id, geometry, properties: {} });
  for (const [id, geometry] of Object.entries(STORED)) await space.load(feature(id, geometry));
  await neighbour.load(feature('p', { type: 'Point', coordinates: [1, 1] }));
  const rights = { readFeatures: [{ space: space.id }] };
  ({ token } = await (await signIn(hub)).newToken({ urm: { 'xyz-hub': rights } }));
});

describe('a search beside what is stored', () => {
  for (const [what, geometry] of Object.entries(ASKED))
    for (const radius of ['', '?radius=1', '?radius=10000000'])
      test(`with ${what}${radius} ends, and delays nobody for long`, { timeout: 180_000 }, async () => {
        const [found, read] = await Promise.all([
          hub.post<{ features: { id: string }[] }>(`${space.path}/spatial${radius}`, geometry, { token }),
          hub.get(`${neighbour.path}/bbox?west=0&south=0&east=2&north=2&skipCache=true`),
        ]);
        if (what === 'slivers' && radius === '') return assertRefused(found, 400, /runs beside itself/);
        assert.equal(found.status, 200, found.text.slice(0, 300));
        assert.equal(read.status, 200, read.text);
        const ids = found.body.features.map(({ id }) => id).sort();
        if (radius.length > 9) assert.deepEqual(ids, Object.keys(STORED).sort());
        else assert.deepEqual(ids, what === 'points' ? [] : ['around']);
      });

  test('with a distance to many lines ends', { timeout: 180_000 }, async () => {
    const text = teeth(400, 0.5).map(([a, b]) => `(${a!.join(' ')},${b!.join(' ')})`);
    const filter = `distance(geometry,MULTILINESTRING(${text.join()}))<1`;
    const found = await hub.get(`${space.path}/search?filter=${encodeURIComponent(filter)}`, { token });
    assert.equal(found.status, 200, found.text.slice(0, 300));
  });
});
