import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { type FeatureCollection, idsOf, NAMESPACE } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [ring(west, south, east, north)],
});

/** A degree of latitude is about 111 km; a degree of longitude at 60° north is half of that. */
const GEOMETRIES: Record<string, object | null> = {
  centre: point(10, 60),
  north: point(10, 60.5, 100),
  east: point(11, 60),
  line: {
    type: 'LineString',
    coordinates: [
      [9, 61, 0],
      [11, 61, 200],
    ],
  },
  frame: { type: 'Polygon', coordinates: [ring(20, 50, 24, 54), ring(21, 51, 23, 53)] },
  fiji: point(179.9, -17),
  samoa: point(-179.9, -17),
  pole: point(120, 89.9),
  pair: {
    type: 'GeometryCollection',
    geometries: [
      point(40, 10),
      {
        type: 'LineString',
        coordinates: [
          [41, 10],
          [42, 10],
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

const find = (query: string) => hub.get<FeatureCollection>(`${space.path}/spatial?${query}`);
const around = (body: unknown, query = '') =>
  hub.post<FeatureCollection>(`${space.path}/spatial?${query}`, body);

describe('spatial finds what is around a point', () => {
  const CASES: [string, string, string[]][] = [
    ['a point by its own coordinates', 'lat=60&lon=10', ['centre']],
    ['nothing a metre beside it', 'lat=60.00001&lon=10', []],
    ['a polygon that the point is in', 'lat=50.5&lon=20.5', ['frame']],
    ['not a polygon in whose hole it is', 'lat=52&lon=22', []],
    ['a polygon whose hole is narrower than the radius', 'lat=52&lon=22&radius=70000', ['frame']],
    ['not one whose hole is wider', 'lat=52&lon=22&radius=65000', []],
    ['what is 55.7 km to the north', 'lat=60&lon=10&radius=55710', ['centre', 'north']],
    ['but not within 55.6 km', 'lat=60&lon=10&radius=55600', ['centre']],
    ['what is 55.8 km to the east', 'lat=60&lon=10&radius=55850', ['centre', 'north', 'east']],
    ['a line by its nearest point', 'lat=61.1&lon=10&radius=11150', ['line']],
    ['what is on the other side of the antimeridian', 'lat=-17&lon=180&radius=11000', ['fiji', 'samoa']],
    ['what is on the other side of the pole', 'lat=89.9&lon=-60&radius=22400', ['pole']],
    ['a collection by any of its members', 'lat=10&lon=42.5&radius=60000', ['pair']],
    [
      'everything but what has no geometry, where the radius is the whole earth',
      'lat=0&lon=0&radius=20100000',
      Object.keys(GEOMETRIES).slice(0, -1),
    ],
  ];
  for (const [name, query, expected] of CASES)
    test(name, async () => {
      const response = await find(query);
      assert.equal(response.status, 200, response.text);
      assert.equal(response.headers['content-type'], 'application/geo+json; charset=utf-8');
      assert.deepEqual(idsOf(response.body), expected);
    });

  test('with tags, properties, selection, limit and force2D', async () => {
    const { body } = await find(
      'lat=60&lon=10&radius=150000&tags=even,odd&p.n>=1&selection=p.n&limit=1&force2D=true&skipCache=true',
    );
    assert.deepEqual(body, {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', id: 'north', geometry: point(10, 60.5), properties: { n: 1 } }],
      partial: true,
    });
  });

  test('has an ETag, and 304 for who knows it', async () => {
    const { headers } = await find('lat=60&lon=10');
    const again = await hub.get(`${space.path}/spatial?lat=60&lon=10`, {
      headers: { 'if-none-match': headers.etag },
    });
    assert.equal(again.status, 304);
  });
});

describe('spatial finds what is around a feature', () => {
  test('of the same space, itself among them', async () => {
    const query = `refSpaceId=${space.id}&refFeatureId=centre`;
    assert.deepEqual(idsOf((await find(query)).body), ['centre']);
    assert.deepEqual(idsOf((await find(`${query}&radius=55710`)).body), ['centre', 'north']);
    assert.deepEqual(idsOf((await find(`refSpaceId=${space.id}&refFeatureId=line&radius=55800`)).body), [
      'north',
      'line',
    ]);
  });

  test('of another space, as it is after an acknowledged write', async () => {
    const other = await newSpace(hub);
    const query = `refSpaceId=${other.id}&refFeatureId=${encodeURIComponent('a b')}&radius=1000`;
    for (const [geometry, expected] of [
      [point(10, 60), ['centre']],
      [square(20, 52, 20.5, 52.5), ['frame']],
      [point(-100, 0), []],
      [point(10, 60), ['centre']],
    ] as const) {
      await other.load({ id: 'a b', geometry });
      assert.deepEqual(idsOf((await find(query)).body), expected);
      assert.deepEqual(idsOf((await find(query)).body), expected, 'and so when asked again');
    }
  });

  test('only for who may read it', async () => {
    const other = await newSpace(hub);
    await other.load({ id: 'x', geometry: point(10, 60) });
    const rights = { readFeatures: [{ space: space.id }] };
    const { token } = await (await signIn(hub)).newToken({ urm: { 'xyz-hub': rights } });
    const asking = (id: string) =>
      hub.get<FeatureCollection>(`${space.path}/spatial?refSpaceId=${id}&refFeatureId=x`, { token });
    assertRefused(await asking(other.id), 403, 'readFeatures', other.id);
    await hub.patch(other.path, { shared: true });
    assert.deepEqual(idsOf((await asking(other.id)).body), ['centre']);
    await hub.patch(other.path, { shared: false });
    assertRefused(await asking(other.id), 403, 'readFeatures', other.id);
  });
});

describe('spatial finds what is in an H3 cell', () => {
  const CASES: [string, string, string[]][] = [
    ['a cell of some kilometres', 'h3Index=850999bbfffffff', ['centre']],
    ['a cell with nothing in it', 'h3Index=850981cbfffffff', []],
    ['the cell around a point', 'h3Index=850999bbfffffff&radius=60000', ['centre', 'north', 'east']],
    ['capital letters', 'h3Index=8009FFFFFFFFFFF', ['centre', 'north', 'east', 'line']],
    ['a pentagon', 'h3Index=8009fffffffffff', ['centre', 'north', 'east', 'line']],
    ['a cell across the antimeridian', 'h3Index=809bfffffffffff', ['fiji', 'samoa']],
    ['the cell with the north pole in it', 'h3Index=8001fffffffffff', ['pole']],
  ];
  for (const [name, query, expected] of CASES)
    test(name, async () => {
      const response = await find(query);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(idsOf(response.body), expected);
    });
});

describe('spatial finds what a posted geometry meets', () => {
  const CASES: [string, unknown, string, string[]][] = [
    ['a Polygon', square(9, 59, 10.5, 60.2), '', ['centre']],
    [
      'a Polygon with a hole',
      { type: 'Polygon', coordinates: [ring(9, 59, 12, 62), ring(9.5, 59.5, 11.5, 60.8)] },
      '',
      ['line'],
    ],
    ['a Point', point(22, 50.5), '', ['frame']],
    [
      'a MultiPoint',
      {
        type: 'MultiPoint',
        coordinates: [
          [10, 60],
          [40, 10],
        ],
      },
      '',
      ['centre', 'pair'],
    ],
    [
      'a LineString',
      {
        type: 'LineString',
        coordinates: [
          [10, 60],
          [10, 62],
        ],
      },
      '',
      ['centre', 'north', 'line'],
    ],
    [
      'a LineString, widened',
      {
        type: 'LineString',
        coordinates: [
          [10.9, 59],
          [10.9, 60],
        ],
      },
      'radius=6000',
      ['east'],
    ],
    [
      'a MultiLineString',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [8, 60.9],
            [12, 61.1],
          ],
        ],
      },
      '',
      ['line'],
    ],
    [
      'a MultiPolygon',
      { type: 'MultiPolygon', coordinates: [[ring(179, -18, 180, -16)], [ring(-180, -18, -179, -16)]] },
      '',
      ['fiji', 'samoa'],
    ],
    [
      'a GeometryCollection',
      { type: 'GeometryCollection', geometries: [point(10, 60), square(21.5, 50.1, 22, 50.2)] },
      '',
      ['centre', 'frame'],
    ],
    ['an empty MultiPoint', { type: 'MultiPoint', coordinates: [] }, 'radius=1000', []],
    ['a Feature', { type: 'Feature', geometry: point(10, 60), properties: null }, '', ['centre']],
    [
      'a Polygon that crosses itself',
      {
        type: 'Polygon',
        coordinates: [
          [
            [9, 59],
            [11, 61],
            [11, 59],
            [9, 61],
            [9, 59],
          ],
        ],
      },
      '',
      ['centre', 'east', 'line'],
    ],
    [
      'a Polygon without area',
      {
        type: 'Polygon',
        coordinates: [
          [
            [10, 60],
            [10, 60],
            [10, 60],
            [10, 60],
          ],
        ],
      },
      '',
      ['centre'],
    ],
  ];
  for (const [name, body, query, expected] of CASES)
    test(name, async () => {
      const response = await around(body, query);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(idsOf(response.body), expected);
    });

  test('with the filters and views of any read', async () => {
    const { body } = await around(square(9, 59, 12, 62), 'tags=odd&p.n=lte=3&selection=p.n&force2D=true');
    assert.deepEqual(
      body.features.map(({ id, properties }) => [id, properties]),
      [
        ['north', { n: 1 }],
        ['line', { n: 3 }],
      ],
    );
  });
});

describe('clip cuts to what was searched with', () => {
  const geometryOf = async (found: Promise<{ body: FeatureCollection }>, id: string) =>
    (await found).body.features.find((feature) => feature.id === id)?.geometry as {
      type: string;
      coordinates: number[][];
    };

  test('a posted geometry; heights stay', async () => {
    assert.deepEqual(await geometryOf(around(square(9.5, 60.5, 10, 62), 'clip=true'), 'line'), {
      type: 'LineString',
      coordinates: [
        [9.5, 61, 50],
        [10, 61, 100],
      ],
    });
  });

  test('a circle', async () => {
    const cut = await geometryOf(find('lat=61&lon=10&radius=10000&clip=true'), 'line');
    const [west, east] = [cut.coordinates[0]![0]!, cut.coordinates.at(-1)![0]!];
    assert.ok(
      Math.abs(10 - west - 0.18503) < 0.0005 && Math.abs(east - 10 - 0.18503) < 0.0005,
      `${west} ${east}`,
    );
  });

  test('an H3 cell', async () => {
    const whole = await geometryOf(find('h3Index=8009fffffffffff'), 'line');
    const cut = await geometryOf(find('h3Index=8009fffffffffff&clip=true'), 'line');
    assert.deepEqual(cut, whole, 'it lies in the cell');
  });
});

describe('what names no location is refused, with the culprit', () => {
  const CASES: [string, number, ...string[]][] = [
    ['', 400, 'lat and lon', 'refSpaceId and refFeatureId', 'h3Index'],
    ['radius=100', 400, 'lat and lon'],
    ['lat=1', 400, 'lon is missing'],
    ['lon=1', 400, 'lat is missing'],
    ['refSpaceId=a', 400, 'refFeatureId is missing'],
    ['refFeatureId=a', 400, 'refSpaceId is missing'],
    ['lat=1&lon=1&h3Index=8009fffffffffff', 400, 'more than one way'],
    [`lat=1&lon=1&refSpaceId=${space.id}&refFeatureId=centre`, 400, 'more than one way'],
    [`lat=1&refFeatureId=centre`, 400, 'more than one way'],
    ['lat=91&lon=1', 400, 'lat must be', '"91"'],
    ['lat=1&lon=-180.1', 400, 'lon must be'],
    ['lat=NaN&lon=1', 400, 'lat must be'],
    ['lat=&lon=1', 400, 'lat must be'],
    ['lat=1&lat=2&lon=1', 400, 'lat must be sent once'],
    ['lat=1&lon=1&radius=-1', 400, 'radius must be'],
    ['lat=1&lon=1&radius=1km', 400, 'radius must be'],
    ['lat=1&lon=1&radius=1e99', 400, 'radius must be'],
    ['lat=1&lon=1&clip=yes', 400, 'clip'],
    ['lat=1&lon=1&limit=0', 400, 'limit'],
    ['h3Index=xyz', 400, 'h3Index must be', '"xyz"'],
    ['h3Index=ffffffffffffffff', 400, 'h3Index must be'],
    ['h3Index=', 400, 'h3Index must be'],
    ['refSpaceId=no-such-space&refFeatureId=x', 404, 'no-such-space'],
    [`refSpaceId=${space.id}&refFeatureId=no-such-feature`, 404, 'no-such-feature', space.id],
    [`refSpaceId=${space.id}&refFeatureId=nowhere`, 400, 'refFeatureId', 'nowhere', 'geometry'],
  ];
  for (const [query, status, ...culprits] of CASES)
    test(query === '' ? 'nothing at all' : query, async () =>
      assertRefused(await find(query), status, ...culprits),
    );

  const BODIES: [string, unknown, string][] = [
    ['an empty object', {}, 'body.type'],
    ['a FeatureCollection', { type: 'FeatureCollection', features: [] }, 'body.type'],
    ['a Feature without geometry', { type: 'Feature', geometry: null, properties: {} }, 'geometry'],
    ['a list', [point(1, 1)], 'geometry'],
    ['text', '"Point"', 'geometry'],
    ['no JSON', '{', 'JSON'],
    ['nothing', '', 'JSON'],
    ['a point beyond the edge of the world', point(200, 1), 'body.coordinates'],
    [
      'an open ring',
      { type: 'Polygon', coordinates: [ring(0, 0, 1, 1).slice(0, -1)] },
      'body.coordinates[0]',
    ],
    [
      'a line of one position in a Feature',
      { type: 'Feature', geometry: { type: 'LineString', coordinates: [[1, 1]] } },
      'geometry.coordinates',
    ],
  ];
  for (const [name, body, culprit] of BODIES)
    test(name, async () => assertRefused(await around(body), 400, culprit));

  test('a body of another type', async () => {
    const headers = { 'content-type': 'text/plain' };
    assertRefused(await hub.post(`${space.path}/spatial`, 'x', { headers }), 415, 'text/plain');
  });
});
