import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cellToBoundary, cellToLatLng, isPentagon, latLngToCell } from 'h3-js';
import type { FeatureCollection } from './harness/geojson.ts';
import { NAMESPACE } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { Random, seed } from './harness/random.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';
import { readVectorTile } from './harness/vector-tile.ts';

const COUNT = 3000;

const hub = await sharedHub();
const space = await newSpace(hub);
const random = new Random(seed);
const points = Array.from({ length: COUNT }, (_, i) => ({
  id: `p${i}`,
  geometry: { type: 'Point', coordinates: [random.next() * 90 + 1, random.next() * 80 + 1] },
  properties: {
    ...(i % 3 === 0 ? {} : { size: { width: Math.round(random.next() * 1000) / 8 - 20 } }),
    text: 'x',
    [NAMESPACE]: { tags: i % 2 ? ['odd'] : [] },
  },
}));
await space.load(...points);

type Cell = {
  id: string;
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, unknown> & {
    aggregation: Record<string, Record<string, number>> & { qty: number };
  };
};
const BOX = 'bbox?west=0&south=0&east=100&north=85';
const ask = (call: string) => hub.get<FeatureCollection>(`${space.path}/${call}`);
async function cellsOf(call: string): Promise<Cell[]> {
  const response = await ask(call);
  assert.equal(response.status, 200, response.text);
  return response.body.features as unknown as Cell[];
}
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Wherever the ring begins. */
function assertOutline({ type, coordinates }: Cell['geometry'], cell: string): void {
  const [ring] = coordinates as [number[][]];
  assert.equal(type, 'Polygon');
  assert.deepEqual(ring.at(-1), ring[0]);
  const rounded = (x: number, y: number) => `${x.toFixed(9)} ${y.toFixed(9)}`;
  assert.deepEqual(
    ring
      .slice(1)
      .map(([x, y]) => rounded(x!, y!))
      .sort(),
    cellToBoundary(cell)
      .map(([y, x]) => rounded(x!, y!))
      .sort(),
  );
}

/** Points by the H3 cell they lie in. */
function byCell(resolution: number, chosen = points): Map<string, typeof points> {
  const cells = new Map<string, typeof points>();
  for (const point of chosen) {
    const [lon, lat] = point.geometry.coordinates as [number, number];
    const cell = latLngToCell(lat, lon, resolution);
    cells.set(cell, [...(cells.get(cell) ?? []), point]);
  }
  return cells;
}

describe(`hexbin (seed ${seed})`, () => {
  test('counts every feature in its cell', async () => {
    const cells = await cellsOf(`${BOX}&clustering=hexbin`);
    const expected = byCell(2);
    assert.equal(sum(cells.map(({ properties }) => properties.aggregation.qty)), COUNT);
    assert.deepEqual(
      cells.map(({ id }) => id),
      [...expected.keys()].sort(),
    );
    for (const { id, geometry, properties } of cells) {
      const [lat, lon] = cellToLatLng(id);
      assert.deepEqual(properties, {
        kind: 'H3',
        kind_detail: id,
        resolution: 2,
        level: 2,
        aggregation: { qty: expected.get(id)!.length },
        pentagon: isPentagon(id),
        centroid: [lon, lat],
      });
      assertOutline(geometry, id);
    }
  });

  test('gives the statistics of a property', async () => {
    const cells = await cellsOf(`${BOX}&clustering=hexbin&clustering.property=size.width`);
    const expected = byCell(2);
    for (const { id, properties } of cells) {
      const inside = expected.get(id)!;
      const values = inside
        .flatMap(({ properties: { size } }) => (size ? [size.width] : []))
        .sort((a, b) => a - b);
      const found = properties.aggregation['size.width']!;
      assert.equal(properties.aggregation.qty, inside.length);
      assert.equal(found.qty, values.length);
      if (values.length === 0) continue;
      const middle = values.length >> 1;
      assert.equal(found.min, values[0]);
      assert.equal(found.max, values.at(-1));
      assert.equal(found.sum, sum(values));
      assert.ok(Math.abs(found.avg! - sum(values) / values.length) < 1e-9);
      assert.equal(
        found.median,
        values.length % 2 ? values[middle] : (values[middle - 1]! + values[middle]!) / 2,
      );
    }
  });

  const RESOLUTIONS: [string, number, number][] = [
    [`${BOX}&clustering=hexbin&clustering.absoluteResolution=4`, 4, 2],
    [`${BOX}&clustering=hexbin&clustering.resolution=1`, 1, 2],
    [`${BOX}&clustering=hexbin&clustering.relativeResolution=-2`, 0, 2],
    [`${BOX}&clustering=hexbin&clustering.relativeResolution=2`, 4, 2],
    [`${BOX}&clustering=hexbin&clustering.resolution=3&clustering.relativeResolution=-1`, 2, 2],
    ['tile/web/1_1_0?clustering=hexbin', 2, 1],
    ['tile/web/5/20/12?clustering=hexbin', 4, 5],
    ['tile/quadkeys/12?clustering=hexbin', 2, 2],
  ];
  for (const [call, resolution, level] of RESOLUTIONS)
    test(`${call} has resolution ${resolution}`, async () => {
      const cells = await cellsOf(call);
      assert.ok(cells.length > 0);
      for (const { properties } of cells)
        assert.deepEqual([properties.resolution, properties.level], [resolution, level]);
    });

  test('takes tags, property search and limit', async () => {
    const odd = await cellsOf(`${BOX}&clustering=hexbin&tags=odd`);
    assert.equal(sum(odd.map(({ properties }) => properties.aggregation.qty)), COUNT / 2);
    const wide = await cellsOf(`${BOX}&clustering=hexbin&p.size.width>=50`);
    assert.equal(
      sum(wide.map(({ properties }) => properties.aggregation.qty)),
      points.filter(({ properties: { size } }) => size && size.width >= 50).length,
    );
    const { body } = await ask(`${BOX}&clustering=hexbin&limit=5`);
    assert.deepEqual([body.features.length, body.partial], [5, true]);
  });

  test('counts a part of the features, always the same', async () => {
    const quantities = new Map<string, number>();
    for (const sampling of ['off', 'low', 'lowmed', 'med', 'medhigh', 'high']) {
      const cells = await cellsOf(`${BOX}&clustering=hexbin&clustering.sampling=${sampling}&skipCache=true`);
      quantities.set(sampling, sum(cells.map(({ properties }) => properties.aggregation.qty)));
    }
    const counts = [...quantities.values()];
    assert.equal(counts[0], COUNT);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    assert.ok(Math.abs(counts[1]! - COUNT / 8) < 100, `${counts[1]}`);
    const again = await cellsOf(`${BOX}&clustering=hexbin&clustering.sampling=low&skipCache=true`);
    assert.equal(sum(again.map(({ properties }) => properties.aggregation.qty)), counts[1]);
  });

  test('shows points instead of hexagons', async () => {
    const cells = await cellsOf(`${BOX}&clustering=hexbin&clustering.pointmode=true`);
    for (const { id, geometry, properties } of cells) {
      const [lat, lon] = cellToLatLng(id);
      assert.deepEqual(geometry, { type: 'Point', coordinates: [lon, lat] });
      assertOutline(properties.hexagon as Cell['geometry'], id);
    }
  });

  test('is drawn on vector tiles', async () => {
    const response = await hub.get<undefined>(`${space.path}/tile/web/1/1/0.mvtf?clustering=hexbin`);
    const [layer] = readVectorTile(response.bytes);
    const drawn = sum(layer!.features.map(({ properties }) => Number(properties['aggregation.qty'])));
    assert.equal(drawn, COUNT);
  });
});

describe('hexbins of lines and polygons', async () => {
  const shapes = await newSpace(hub);
  await shapes.load(
    {
      id: 'line',
      geometry: {
        type: 'LineString',
        coordinates: [
          [10, 10],
          [20, 10],
        ],
      },
      properties: { n: 1 },
    },
    {
      id: 'square',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 10],
            [20, 10],
            [20, 20],
            [10, 20],
            [10, 10],
          ],
        ],
      },
      properties: { n: null },
    },
    { id: 'nowhere', geometry: null },
  );
  const cells = async (more: string) => {
    const box = 'bbox?west=0&south=0&east=30&north=30&clustering=hexbin&clustering.resolution=3';
    const response = await hub.get<FeatureCollection>(`${shapes.path}/${box}${more}`);
    assert.equal(response.status, 200, response.text);
    return response.body.features as unknown as Cell[];
  };

  test('count each in every cell it touches', async () => {
    const found = await cells('');
    const along = new Set<string>();
    const inside = new Set<string>();
    for (let lon = 10; lon <= 20; lon += 0.01) {
      along.add(latLngToCell(10, lon, 3));
      for (let lat = 10; lat <= 20; lat += 0.05) inside.add(latLngToCell(lat, lon, 3));
    }
    for (const { id, properties } of found)
      assert.equal(properties.aggregation.qty, Number(along.has(id)) + Number(inside.has(id)), id);
    assert.deepEqual(new Set(found.map(({ id }) => id)), inside.union(along));
  });

  test('count each once, at its first coordinate', async () => {
    const found = await cells('&clustering.singlecoord=true');
    assert.deepEqual(
      found.map(({ id, properties }) => [id, properties.aggregation.qty]),
      [[latLngToCell(10, 10, 3), 2]],
    );
  });

  test('have no statistics of what is null', async () => {
    const [cell] = await cells('&clustering.singlecoord=true&clustering.property=n');
    assert.deepEqual(cell!.properties.aggregation, {
      qty: 2,
      n: { qty: 1, min: 1, max: 1, sum: 1, avg: 1, median: 1 },
    });
  });

  test('count of what reaches out of the area only what lies within', async () => {
    const response = await hub.get<FeatureCollection>(
      `${shapes.path}/bbox?west=14&south=14&east=14.5&north=14.5&clustering=hexbin&clustering.resolution=9`,
    );
    assert.equal(response.status, 200, response.text);
    assert.ok(response.body.features.length > 10_000, `${response.body.features.length}`);
  });
});

describe('quadbin', () => {
  const tileOf = (lon: number, lat: number, z: number) => {
    const size = 2 ** z;
    const sine = Math.sin((lat * Math.PI) / 180);
    const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
    return [z, Math.floor(((lon + 180) / 360) * size), Math.floor(y * size)];
  };

  const CASES: [string, number][] = [
    ['tile/web/1_1_0?clustering=quadbin', 5],
    ['tile/web/1_1_0?clustering=quadbin&clustering.relativeResolution=2', 3],
    ['tile/tms/1_1_1?clustering=quadbin&clustering.resolution=0', 1],
    ['tile/quadkeys/1?clustering=quadbin&clustering.absoluteResolution=7', 7],
    [`${BOX}&clustering=quadbin`, 6],
    [`${BOX}&clustering=quadbin&clustering.relativeResolution=1&clustering.noBuffer=true`, 3],
    [`${BOX}&clustering=quadbin&clustering.countmode=estimated`, 6],
  ];
  for (const [call, zoom] of CASES)
    test(`${call} counts every feature in its tile of zoom ${zoom}`, async () => {
      const cells = await cellsOf(call);
      const expected = new Map<string, number>();
      for (const { geometry } of points) {
        const [lon, lat] = geometry.coordinates as [number, number];
        const key = String(tileOf(lon, lat, zoom));
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      assert.deepEqual(
        new Map(cells.map(({ properties }) => [String(properties.zxy), properties.count])),
        new Map([...expected].sort()),
      );
      for (const { id, geometry, properties } of cells) {
        const [z, x, y] = properties.zxy as [number, number, number];
        assert.equal(properties.total_count, COUNT);
        assert.equal(properties.estimated, false);
        assert.equal(properties.xyz, `(${y},${x},${z})`);
        assert.equal(properties.qk, id);
        assert.equal(id.length, z);
        const [[[west]]] = geometry.coordinates as [[[number]]];
        assert.equal(west, (x / 2 ** z) * 360 - 180);
      }
    });

  test('sums up what it shows', async () => {
    const { body } = await ask(`${BOX}&clustering=quadbin&limit=3`);
    const cells = body.features as unknown as Cell[];
    assert.equal(body.partial, true);
    assert.equal(cells.length, 3);
    assert.equal(
      cells[0]!.properties.total_count,
      sum(cells.map(({ properties }) => Number(properties.count))),
    );
  });

  test('counts lines and polygons in every cell of the tile that they meet, and in none beyond', async () => {
    const shapes = await newSpace(hub);
    await shapes.load(
      {
        id: 'all',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-170, -80],
              [170, -80],
              [170, 80],
              [-170, 80],
              [-170, -80],
            ],
          ],
        },
      },
      {
        id: 'line',
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [89, 1],
          ],
        },
      },
    );
    const response = await hub.get<FeatureCollection>(
      `${shapes.path}/tile/web/2/2/1?clustering=quadbin&clustering.relativeResolution=1`,
    );
    assert.deepEqual(
      response.body.features.map(({ properties }) => [String(properties.zxy), properties.count]),
      [
        ['3,4,2', 1],
        ['3,5,2', 1],
        ['3,4,3', 2],
        ['3,5,3', 2],
      ],
    );
  });
});

describe('what no clustering is, is refused with the culprit', () => {
  const CASES: [string, string][] = [
    ['clustering=circles', 'clustering must be one of hexbin, quadbin'],
    ['clustering=', 'clustering'],
    ['clustering=hexbin&clustering=quadbin', 'clustering must be sent once'],
    ['clustering=hexbin&clustering.size=3', 'clustering.size'],
    ['clustering=hexbin&clustering.countmode=real', 'clustering.countmode'],
    ['clustering=quadbin&clustering.property=n', 'clustering.property'],
    ['clustering=hexbin&clustering.absoluteResolution=16', 'clustering.absoluteResolution'],
    ['clustering=hexbin&clustering.absoluteResolution=x', 'clustering.absoluteResolution'],
    ['clustering=hexbin&clustering.resolution=16', 'clustering.resolution must be a whole number'],
    [
      'clustering=hexbin&clustering.absoluteResolution=1&clustering.resolution=1',
      'clustering.absoluteResolution and clustering.resolution are the same',
    ],
    ['clustering=hexbin&clustering.relativeResolution=3', 'clustering.relativeResolution'],
    ['clustering=hexbin&clustering.relativeResolution=0.5', 'clustering.relativeResolution'],
    ['clustering=hexbin&clustering.pointmode=maybe', 'clustering.pointmode'],
    ['clustering=hexbin&clustering.singlecoord=1', 'clustering.singlecoord'],
    ['clustering=hexbin&clustering.sampling=much', 'clustering.sampling'],
    ['clustering=hexbin&clustering.property=', 'clustering.property'],
    ['clustering=hexbin&clustering.property=a..b', 'clustering.property'],
    ['clustering=hexbin&clustering.property=text', 'clustering.property: "text" of feature "p'],
    ['clustering=hexbin&clustering.property=size', 'clustering.property: "size" of feature "p'],
    ['clustering=quadbin&clustering.relativeResolution=5', 'clustering.relativeResolution'],
    ['clustering=quadbin&clustering.absoluteResolution=23', 'clustering.absoluteResolution'],
    ['clustering=quadbin&clustering.noBuffer=2', 'clustering.noBuffer'],
    ['clustering=quadbin&clustering.countmode=guess', 'clustering.countmode'],
    ['clustering=hexbin&limit=0', 'limit'],
  ];
  for (const [query, culprit] of CASES)
    test(query, async () => {
      assertRefused(await ask(`${BOX}&${query}`), 400, culprit);
      assertRefused(await ask(`tile/web/0_0_0?${query}`), 400, culprit);
    });
});
