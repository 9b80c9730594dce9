import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, feature, withoutNamespace } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const geometry = (type: string, coordinates: unknown) => ({ type, coordinates });
const RING = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 0],
];
const CLOCKWISE = RING.toReversed();
const BOW_TIE = [
  [0, 0],
  [4, 4],
  [4, 0],
  [0, 4],
  [0, 0],
];

const LEGAL: [string, object][] = [
  ['a point', geometry('Point', [13.4, 52.5])],
  ['a point with height', geometry('Point', [13.4, 52.5, 34.25])],
  ['a point at a corner of the world', geometry('Point', [-180, -90])],
  ['a point at the other corner', geometry('Point', [180, 90, -11000])],
  ['coordinates of full precision', geometry('Point', [8.12345678901234, -0.123456789012345, 1e-9])],
  ['several points', geometry('MultiPoint', RING)],
  ['no points', geometry('MultiPoint', [])],
  ['a line', geometry('LineString', RING)],
  [
    'a line of mixed dimensions',
    geometry('LineString', [
      [1, 2],
      [3, 4, 5],
    ]),
  ],
  [
    'a line of two equal positions',
    geometry('LineString', [
      [1, 2],
      [1, 2],
    ]),
  ],
  [
    'several lines',
    geometry('MultiLineString', [
      RING,
      [
        [1, 2],
        [3, 4],
      ],
    ]),
  ],
  ['no lines', geometry('MultiLineString', [])],
  ['a polygon', geometry('Polygon', [RING])],
  ['a polygon wound the other way', geometry('Polygon', [CLOCKWISE])],
  ['a polygon that crosses itself', geometry('Polygon', [BOW_TIE])],
  [
    'a polygon with a hole',
    geometry('Polygon', [
      RING,
      [
        [1, 0.5],
        [2, 0.5],
        [2, 1],
        [1, 0.5],
      ],
    ]),
  ],
  ['several polygons', geometry('MultiPolygon', [[RING], [CLOCKWISE]])],
  ['no polygons', geometry('MultiPolygon', [])],
  [
    'a collection',
    { type: 'GeometryCollection', geometries: [geometry('Point', [1, 2]), geometry('Polygon', [RING])] },
  ],
  [
    'a collection in a collection',
    { type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [] }] },
  ],
  ['an empty collection', { type: 'GeometryCollection', geometries: [] }],
];

describe('a geometry is stored as it was sent', () => {
  for (const [name, sent] of LEGAL) {
    test(name, async () => {
      const space = await newSpace(hub);
      await space.load(feature('a', {}, { geometry: sent }));
      assert.deepEqual(withoutNamespace(await space.read('a')), feature('a', {}, { geometry: sent }));
    });
  }
});

const at = (...steps: (string | number)[]) =>
  // `geometry.coordinates[0][1]`, `geometry.coordinates.0.1` and `/geometry/coordinates/0/1` all name the path.
  new RegExp(steps.map(String).join('[^A-Za-z0-9]+'));

const ILLEGAL: [string, unknown, RegExp][] = [
  ['text', 'POINT(1 2)', at('geometry')],
  ['a list', [1, 2], at('geometry')],
  ['without type', { coordinates: [1, 2] }, at('geometry', 'type')],
  ['of an unknown type', geometry('Circle', [1, 2]), at('geometry', 'type')],
  ['of a type in lower case', geometry('point', [1, 2]), at('geometry', 'type')],
  ['being a Feature', { type: 'Feature', geometry: geometry('Point', [1, 2]) }, at('geometry', 'type')],
  ['without coordinates', { type: 'Point' }, at('geometry', 'coordinates')],
  ['with null coordinates', geometry('Point', null), at('geometry', 'coordinates')],
  ['with coordinates that are text', geometry('Point', '1,2'), at('geometry', 'coordinates')],
  ['with an empty point', geometry('Point', []), at('geometry', 'coordinates')],
  ['with an empty line', geometry('LineString', []), at('geometry', 'coordinates')],
  ['with an empty polygon', geometry('Polygon', []), at('geometry', 'coordinates')],
  ['with one number', geometry('Point', [1]), at('geometry', 'coordinates')],
  ['with four numbers', geometry('Point', [1, 2, 3, 4]), at('geometry', 'coordinates')],
  ['with text for a number', geometry('Point', ['1', 2]), at('geometry', 'coordinates', 0)],
  ['with null for a number', geometry('Point', [1, null]), at('geometry', 'coordinates', 1)],
  ['with a height of text', geometry('Point', [1, 2, '3']), at('geometry', 'coordinates', 2)],
  ['east of 180', geometry('Point', [180.000001, 0]), at('geometry', 'coordinates')],
  ['west of -180', geometry('Point', [-181, 0]), at('geometry', 'coordinates')],
  ['north of 90', geometry('Point', [0, 90.5]), at('geometry', 'coordinates')],
  ['south of -90', geometry('Point', [0, -91]), at('geometry', 'coordinates')],
  ['a point nested as a line', geometry('Point', [[1, 2]]), at('geometry', 'coordinates')],
  ['a line nested as a point', geometry('LineString', [1, 2]), at('geometry', 'coordinates')],
  ['a line of one position', geometry('LineString', [[1, 2]]), at('geometry', 'coordinates')],
  [
    'a bad position in a line',
    geometry('LineString', [
      [1, 2],
      [3, 95],
    ]),
    at('geometry', 'coordinates', 1),
  ],
  [
    'a short line among lines',
    geometry('MultiLineString', [RING, [[1, 2]]]),
    at('geometry', 'coordinates', 1),
  ],
  [
    'a ring of three positions',
    geometry('Polygon', [
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    ]),
    at('geometry', 'coordinates', 0),
  ],
  [
    'an open ring',
    geometry('Polygon', [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 1],
      ],
    ]),
    at('geometry', 'coordinates', 0),
  ],
  [
    'an open hole',
    geometry('Polygon', [
      RING,
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 1],
      ],
    ]),
    at('geometry', 'coordinates', 1),
  ],
  ['an empty ring', geometry('Polygon', [[]]), at('geometry', 'coordinates', 0)],
  [
    'a bad polygon among polygons',
    geometry('MultiPolygon', [
      [RING],
      [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ]),
    at('geometry', 'coordinates', 1, 0),
  ],
  ['a collection without geometries', { type: 'GeometryCollection' }, at('geometry', 'geometries')],
  [
    'a collection of text',
    { type: 'GeometryCollection', geometries: ['x'] },
    at('geometry', 'geometries', 0),
  ],
  [
    'a bad member of a collection',
    { type: 'GeometryCollection', geometries: [geometry('Point', [1, 2]), geometry('Point', [1, 99])] },
    at('geometry', 'geometries', 1),
  ],
];

describe('a geometry is refused, with the feature and the JSON path', async () => {
  const space = await newSpace(hub);
  for (const [name, sent, path] of ILLEGAL) {
    test(name, async () => {
      const bad = feature('culprit', {}, { geometry: sent });
      assertRefused(await hub.put(space.features, collection(feature('good'), bad)), 400, 'culprit', path);
      assertRefused(await hub.put(`${space.features}/culprit`, bad), 400, 'culprit', path);
    });
  }

  for (const number of ['1e999', '-1e999', 'NaN', 'Infinity', '0x10', '01', '+1', '.5']) {
    test(`a number written ${number}`, async () => {
      const text = `{"type":"Feature","id":"culprit","geometry":{"type":"Point","coordinates":[1,2,${number}]}}`;
      assertRefused(await hub.put(space.features, text), 400);
    });
  }

  test('and nothing was written', async () => {
    assert.deepEqual(await space.search(), []);
  });
});

test('the bbox of a geometry inside a collection is dropped too', async () => {
  const space = await newSpace(hub);
  const inner = { ...geometry('Point', [1, 2]), bbox: [1, 2, 1, 2] };
  await space.load(
    feature('a', {}, { geometry: { type: 'GeometryCollection', bbox: [0, 0, 9, 9], geometries: [inner] } }),
  );
  const expected = { type: 'GeometryCollection', geometries: [geometry('Point', [1, 2])] };
  assert.deepEqual((await space.read('a')).geometry, expected);
});
