import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, idsOf, NAMESPACE } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();
const space = await newSpace(hub);

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const GEOMETRIES: Record<string, object | null> = {
  origin: { type: 'Point', coordinates: [0, 0] },
  far: { type: 'Point', coordinates: [100, 40, 7] },
  east: { type: 'Point', coordinates: [179.5, 10] },
  west: { type: 'Point', coordinates: [-179.5, 10] },
  pole: { type: 'Point', coordinates: [30, 89.9] },
  diagonal: {
    type: 'LineString',
    coordinates: [
      [20, 0, 0],
      [30, 10, 100],
    ],
  },
  corner: {
    type: 'LineString',
    coordinates: [
      [40, 10],
      [50, 0],
    ],
  },
  frame: { type: 'Polygon', coordinates: [ring(60, 0, 70, 10), ring(62, 2, 68, 8)] },
  pair: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [80, 0] },
      {
        type: 'LineString',
        coordinates: [
          [80, 20],
          [90, 20],
        ],
      },
    ],
  },
  nowhere: null,
};

await space.load(
  ...Object.entries(GEOMETRIES).map(([id, geometry], n) => ({
    type: 'Feature',
    id,
    geometry,
    properties: { n, [NAMESPACE]: { tags: n % 2 ? ['odd'] : ['even'] } },
  })),
);

const find = (call: string) => hub.get<FeatureCollection>(`${space.path}/${call}`);
const box = (west: number, south: number, east: number, north: number, more = '') =>
  find(`bbox?west=${west}&south=${south}&east=${east}&north=${north}${more}`);

describe('bbox finds what intersects the box', () => {
  const CASES: [string, [number, number, number, number], string[]][] = [
    ['a point on its edge', [0, 0, 1, 1], ['origin']],
    ['nothing a hair beside a point', [1e-9, 1e-9, 1, 1], []],
    ['a line that passes through', [24, 4, 26, 6], ['diagonal']],
    ['not a line whose box it meets but not the line', [20.5, 5, 24, 9], []],
    ['a line that grazes its corner', [45, 5, 50, 10], ['corner']],
    ['a polygon it lies in', [60.5, 4, 61, 5], ['frame']],
    ['not a polygon in whose hole it lies', [63, 3, 67, 7], []],
    ['a polygon whose hole it reaches out of', [63, 3, 67, 8.5], ['frame']],
    ['a polygon that lies in it', [55, -5, 75, 15], ['frame']],
    ['a collection by any of its members', [85, 19, 86, 21], ['pair']],
    ['not between the members of a collection', [81, 5, 89, 15], []],
    ['what lies beyond the end of Web Mercator', [0, 86, 90, 90], ['pole']],
    ['both sides of the antimeridian where west is east of east', [179, 0, -179, 20], ['east', 'west']],
    ['nothing but what has a geometry', [-180, -90, 180, 90], Object.keys(GEOMETRIES).slice(0, -1)],
  ];
  for (const [name, [west, south, east, north], expected] of CASES)
    test(name, async () => {
      const response = await box(west, south, east, north);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(idsOf(response.body), expected);
    });

  test('with south and north the wrong way round too', async () => {
    assert.deepEqual(idsOf((await box(24, 6, 26, 4)).body), ['diagonal']);
  });

  test('that also matches tags and properties, shown as asked, and says that there is more', async () => {
    const world = [-180, -90, 180, 90] as const;
    assert.deepEqual(idsOf((await box(...world, '&tags=odd&p.n>=5')).body), ['diagonal', 'frame']);
    const { body } = await box(...world, '&limit=2&selection=p.n&force2D=true');
    assert.deepEqual(body, {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', id: 'origin', geometry: GEOMETRIES.origin, properties: { n: 0 } },
        {
          type: 'Feature',
          id: 'far',
          geometry: { type: 'Point', coordinates: [100, 40] },
          properties: { n: 1 },
        },
      ],
      partial: true,
    });
  });

  test('as it is after an acknowledged write', async () => {
    const here = [120, -40, 130, -30] as const;
    const moving = (x: number) => ({ id: 'moving', geometry: { type: 'Point', coordinates: [x, -35] } });
    for (const [x, expected] of [
      [125, ['moving']],
      [135, []],
      [126, ['moving']],
    ] as const) {
      await space.load(moving(x));
      assert.deepEqual(idsOf((await box(...here)).body), expected);
    }
    await hub.delete(`${space.features}/moving`);
    assert.deepEqual(idsOf((await box(...here)).body), []);
  });
});

describe('clip', () => {
  const geometries = async (call: Promise<{ body: FeatureCollection }>) =>
    (await call).body.features.map(({ geometry }) => geometry);

  test('cuts lines and keeps their height', async () => {
    assert.deepEqual(await geometries(box(24, 0, 26, 10, '&clip=true')), [
      {
        type: 'LineString',
        coordinates: [
          [24, 4, 40],
          [26, 6, 60],
        ],
      },
    ]);
  });

  test('cuts polygons with holes', async () => {
    const [cut] = (await geometries(box(55, 0, 65, 10, '&clip=true'))) as {
      type: string;
      coordinates: number[][][];
    }[];
    assert.equal(cut?.type, 'Polygon');
    const area = (points: number[][]) =>
      Math.abs(
        points.slice(1).reduce((sum, [x, y], i) => sum + (points[i]![0]! * y! - x! * points[i]![1]!), 0) / 2,
      );
    assert.equal(
      cut.coordinates.reduce((sum, points, i) => sum + (i === 0 ? 1 : -1) * area(points), 0),
      50 - 18,
    );
  });

  test('leaves what lies inside as it is', async () => {
    assert.deepEqual(await geometries(box(90, 30, 110, 50, '&clip=true')), [GEOMETRIES.far]);
  });

  test('cuts to both sides of the antimeridian', async () => {
    await space.load({
      id: 'belt',
      geometry: {
        type: 'LineString',
        coordinates: [
          [-180, -60],
          [180, -60],
        ],
      },
    });
    assert.deepEqual(await geometries(box(170, -61, -170, -59, '&clip=true')), [
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [170, -60],
            [180, -60],
          ],
          [
            [-180, -60],
            [-170, -60],
          ],
        ],
      },
    ]);
    await hub.delete(`${space.features}/belt`);
  });
});

describe('tile finds what intersects the tile', () => {
  const CASES: [string, string[]][] = [
    ['web/0_0_0', Object.keys(GEOMETRIES).filter((id) => id !== 'nowhere' && id !== 'pole')],
    ['web/1_1_0', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['web/1/1/0', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['web/1/1/0.geojson', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['tms/1_1_1', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['quadkeys/1', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['quadkey/1.json', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['quadkeys/1&p.x=1', ['origin', 'far', 'east', 'diagonal', 'corner', 'frame', 'pair']],
    ['quadkeys/0', ['origin', 'west']],
    ['quadkeys/3', ['origin', 'diagonal', 'corner', 'frame', 'pair']],
    ['here/2_3_1', ['far', 'east', 'pair']],
    ['here/13', ['far', 'east', 'pair']],
    ['here/1_1_0', ['origin', 'far', 'east', 'pole', 'diagonal', 'corner', 'frame', 'pair']],
    ['web/4_9_5?margin=0', []],
    ['web/4_9_6?margin=256', ['origin', 'diagonal', 'corner', 'frame']],
    ['web/1_0_0?margin=1', ['origin', 'east', 'west']],
  ];
  for (const [call, expected] of CASES)
    test(call, async () => {
      const response = await find(`tile/${call}`);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(idsOf(response.body), expected);
    });
});

describe('what names no area is refused, with the culprit', () => {
  const CASES: [string, number, string][] = [
    ['bbox?west=0&south=0&east=1', 400, 'north'],
    ['bbox?west=a&south=0&east=1&north=1', 400, 'west'],
    ['bbox?west=Infinity&south=0&east=1&north=1', 400, 'west'],
    ['bbox?west=0&south=NaN&east=1&north=1', 400, 'south'],
    ['bbox?west=0&south=0&east=1e999&north=1', 400, 'east'],
    ['bbox?west=0&south=0&east=181&north=1', 400, 'east'],
    ['bbox?west=0&south=0&east=1&north=91', 400, 'north'],
    ['bbox?west=0&west=0&south=0&east=1&north=1', 400, 'west'],
    ['bbox?west=0&south=0&east=1&north=1&clip=maybe', 400, 'clip'],
    ['tile/mars/0_0_0', 400, 'mars'],
    ['tile/web/1_2_0', 400, 'column'],
    ['tile/web/31_0_0', 400, 'level'],
    ['tile/web/0123', 400, 'id'],
    ['tile/quadkeys/014', 400, 'id'],
    ['tile/here/0_0_0', 400, 'level'],
    ['tile/web/1/x/0', 400, 'x'],
    ['tile/web/0_0_0?margin=-1', 400, 'margin'],
  ];
  for (const [call, status, culprit] of CASES)
    test(call, async () => assertRefused(await find(call), status, culprit));
});
