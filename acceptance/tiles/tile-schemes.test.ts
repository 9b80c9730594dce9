import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, idsOf } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';
import { columnOf, quadkeyOf, rowOf } from './mercator.ts';

const hub = await sharedHub();
const random = new Random(seed);
const between = (low: number, high: number) => low + random.next() * (high - low);

type Tile = { z: number; x: number; y: number };
/** How each scheme writes the tile of a column and a row counted southwards, and where those of a position are. */
const SCHEMES: Record<
  string,
  { from: number; at(lon: number, lat: number, z: number): Tile; id(tile: Tile): string }
> = {
  web: { from: 0, at: mercator, id: ({ z, x, y }) => `web/${z}_${x}_${y}` },
  'web in parts': { from: 0, at: mercator, id: ({ z, x, y }) => `web/${z}/${x}/${y}` },
  tms: { from: 0, at: mercator, id: ({ z, x, y }) => `tms/${z}_${x}_${2 ** z - 1 - y}` },
  quadkeys: { from: 1, at: mercator, id: ({ z, x, y }) => `quadkeys/${quadkeyOf(z, x, y)}` },
  quadkey: { from: 1, at: mercator, id: ({ z, x, y }) => `quadkey/${quadkeyOf(z, x, y)}` },
  here: { from: 1, at: degrees, id: ({ z, x, y }) => `here/${z}_${x}_${2 ** (z - 1) - 1 - y}` },
  'here in digits': {
    from: 1,
    at: degrees,
    id: ({ z, x, y }) => `here/${quadkeyOf(z, x, 2 ** (z - 1) - 1 - y)}`,
  },
};

function mercator(lon: number, lat: number, z: number): Tile {
  return { z, x: Math.floor(columnOf(lon, z)), y: Math.floor(rowOf(lat, z)) };
}

function degrees(lon: number, lat: number, z: number): Tile {
  return { z, x: Math.floor(columnOf(lon, z)), y: Math.floor(((90 - lat) / 360) * 2 ** z) };
}

const found = async (path: string) => {
  const response = await hub.get<FeatureCollection>(path);
  assert.equal(response.status, 200, response.text);
  return idsOf(response.body);
};

describe(`a point is in one tile of every level, by every scheme (seed ${seed})`, async () => {
  const space = await newSpace(hub);
  // Random numbers of 32 bits alone would often lie on an edge of a deep tile, where a point is in two.
  const beside = () => between(0, 1e-7);
  const [lon, lat] = [between(-179, 179) + beside(), between(-85, 85) + beside()];
  await space.load({ id: 'it', geometry: { type: 'Point', coordinates: [lon, lat] } });
  for (const [name, { from, at, id }] of Object.entries(SCHEMES))
    test(name, async () => {
      for (let z = from; z <= 30; z++) {
        const tile = at(lon, lat, z);
        assert.deepEqual(await found(`${space.path}/tile/${id(tile)}`), ['it'], id(tile));
        if (z < 3) continue;
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const next = { z, x: (tile.x + dx + 2 ** z) % 2 ** z, y: tile.y + dy };
          const rows = name.startsWith('here') ? 2 ** (z - 1) : 2 ** z;
          if (next.y < 0 || next.y >= rows) continue;
          assert.deepEqual(await found(`${space.path}/tile/${id(next)}`), [], id(next));
        }
      }
    });
});

describe(`tiles of shapes of all sizes (seed ${seed})`, async () => {
  const space = await newSpace(hub);
  const features = Array.from({ length: 400 }, (_, i) => ({ id: `f${i}`, geometry: anyGeometry(i % 3) }));
  await space.load(...features);

  test('have the features that their four children have', async () => {
    for (const { from, at, id } of Object.values(SCHEMES))
      for (let i = 0; i < 25; i++) {
        const parent = at(between(-180, 180), between(-80, 80), from + Math.floor(between(0, 9)));
        const children = [0, 1, 2, 3].map((corner) => ({
          z: parent.z + 1,
          x: 2 * parent.x + (corner & 1),
          y: 2 * parent.y + (corner >> 1),
        }));
        const whole = await found(`${space.path}/tile/${id(parent)}`);
        const parts = await Promise.all(children.map((child) => found(`${space.path}/tile/${id(child)}`)));
        assert.deepEqual(new Set(parts.flat()), new Set(whole), id(parent));
      }
  });

  test('are drawn no further off than a unit of the grid', async () => {
    let looked = 0;
    for (let i = 0; i < 60; i++) {
      const { z, x, y } = mercator(between(-180, 180), between(-80, 80), Math.floor(between(0, 8)));
      const { bytes } = await hub.get<undefined>(`${space.path}/tile/web/${z}/${x}/${y}.mvt`);
      const layer = readVectorTile(bytes)[0];
      for (const { properties, drawn } of layer?.features ?? []) {
        const { geometry } = features.find(({ id }) => id === properties.id)!;
        // Around the antimeridian the other side of the map is drawn as well.
        const paths = [-360, 0, 360].flatMap((turn) =>
          pathsOf(geometry).map((path) =>
            path.map(
              ([lon, lat]): Position => [(columnOf(lon + turn, z) - x) * 4096, (rowOf(lat, z) - y) * 4096],
            ),
          ),
        );
        for (const position of drawn.flat()) {
          const off = Math.min(...paths.map((path) => distanceTo(path, position)), onCut(position));
          assert.ok(off <= 1, `${properties.id} is ${off} units off in ${z}/${x}/${y}`);
          looked++;
        }
      }
    }
    assert.ok(looked > 1000, `${looked} positions were checked`);
  });
});

type Position = [number, number];

function anyGeometry(kind: number): { type: string; coordinates: unknown } {
  const size = 10 ** between(-3, 1.5);
  const [lon, lat] = [between(-180, 180), between(-80, 80)];
  const near = (): Position => [
    Math.max(-180, Math.min(180, lon + between(-size, size))),
    Math.max(-85, Math.min(85, lat + between(-size, size) / 2)),
  ];
  if (kind === 0) return { type: 'Point', coordinates: [lon, lat] };
  if (kind === 1) return { type: 'LineString', coordinates: [near(), near(), near()] };
  const [a, b, c] = [near(), near(), near()];
  return { type: 'Polygon', coordinates: [[a, b, c, a]] };
}

function pathsOf({ type, coordinates }: { type: string; coordinates: unknown }): Position[][] {
  if (type === 'Point') return [[coordinates as Position]];
  return type === 'LineString' ? [coordinates as Position[]] : (coordinates as Position[][]);
}

/** How far a position is from the edge that tiles are cut at, 64 units around them: polygons run along it. */
function onCut([x, y]: Position): number {
  return Math.min(...[x, y].flatMap((value) => [Math.abs(value + 64), Math.abs(value - 4160)]));
}

function distanceTo(path: Position[], [x, y]: Position): number {
  if (path.length === 1) return Math.hypot(path[0]![0] - x, path[0]![1] - y);
  return Math.min(
    ...path.slice(1).map(([bx, by], i) => {
      const [ax, ay] = path[i]!;
      const [dx, dy] = [bx - ax, by - ay];
      const length = dx * dx + dy * dy;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
      return Math.hypot(ax + t * dx - x, ay + t * dy - y);
    }),
  );
}
