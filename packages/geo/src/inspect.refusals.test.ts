import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GeometryError, inspectGeometry } from './inspect.ts';

type Refusal = [what: string, geometry: unknown, path: string, message: RegExp];

const point = (coordinates: unknown) => ({ type: 'Point', coordinates });
const line = (coordinates: unknown) => ({ type: 'LineString', coordinates });
const polygon = (coordinates: unknown) => ({ type: 'Polygon', coordinates });
const collection = (geometries: unknown) => ({ type: 'GeometryCollection', geometries });
const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];

const geometries: Refusal[] = [
  ['a text', 'POINT (1 2)', 'geometry', /must be a GeoJSON geometry object/],
  ['a number', 5, 'geometry', /must be a GeoJSON geometry object/],
  ['null', null, 'geometry', /must be a GeoJSON geometry object/],
  ['an array', [1, 2], 'geometry', /must be a GeoJSON geometry object/],
  ['no type', { coordinates: [1, 2] }, 'geometry.type', /must be one of Point, MultiPoint/],
  ['an unknown type', { type: 'Circle', coordinates: [1, 2] }, 'geometry.type', /must be one of/],
  ['a type in lower case', { type: 'point', coordinates: [1, 2] }, 'geometry.type', /must be one of/],
  ['a type that is no string', { type: ['Point'], coordinates: [1, 2] }, 'geometry.type', /must be one of/],
  ['the name of an inherited member', { type: 'constructor' }, 'geometry.type', /must be one of/],
  ['a Feature', { type: 'Feature', geometry: point([1, 2]) }, 'geometry.type', /must be one of/],
  ['no coordinates', { type: 'Point' }, 'geometry.coordinates', /must be an array/],
  ['coordinates null', point(null), 'geometry.coordinates', /must be an array/],
  ['coordinates as an object', point({ x: 1, y: 2 }), 'geometry.coordinates', /must be an array/],
  ['geometries instead of coordinates', { type: 'Point', geometries: [] }, 'geometry.coordinates', /array/],
];

const positions: Refusal[] = [
  ['an empty position', point([]), 'geometry.coordinates', /must have 2 or 3 numbers, not 0/],
  ['one number', point([1]), 'geometry.coordinates', /must have 2 or 3 numbers, not 1/],
  ['four numbers', point([1, 2, 3, 4]), 'geometry.coordinates', /must have 2 or 3 numbers, not 4/],
  ['a number as text', point(['1', 2]), 'geometry.coordinates[0]', /must be a finite number/],
  ['null for a latitude', point([1, null]), 'geometry.coordinates[1]', /must be a finite number/],
  ['a boolean for a height', point([1, 2, true]), 'geometry.coordinates[2]', /must be a finite number/],
  ['NaN', point([Number.NaN, 2]), 'geometry.coordinates[0]', /must be a finite number/],
  ['an infinite latitude', point([1, -Infinity]), 'geometry.coordinates[1]', /must be a finite number/],
  ['an infinite height', point([1, 2, Infinity]), 'geometry.coordinates[2]', /must be a finite number/],
  [
    'a longitude beyond 180',
    point([180.000001, 0]),
    'geometry.coordinates[0]',
    /-180 to 180, not 180.000001/,
  ],
  ['a longitude below -180', point([-181, 0]), 'geometry.coordinates[0]', /longitude/],
  ['a latitude beyond 90', point([0, 90.5]), 'geometry.coordinates[1]', /-90 to 90, not 90.5/],
  ['a latitude below -90', point([0, -91, 5]), 'geometry.coordinates[1]', /latitude/],
  ['latitude and longitude swapped', point([52, 113]), 'geometry.coordinates[1]', /latitude/],
  [
    'a flat list in a MultiPoint',
    { type: 'MultiPoint', coordinates: [1, 2] },
    'geometry.coordinates[0]',
    /position/,
  ],
  [
    'a bad member of a MultiPoint',
    { type: 'MultiPoint', coordinates: [[1, 2], [1]] },
    'geometry.coordinates[1]',
    /2 or 3/,
  ],
];

const lines: Refusal[] = [
  ['an empty line', line([]), 'geometry.coordinates', /at least 2 positions, not 0/],
  ['a line of one position', line([[1, 2]]), 'geometry.coordinates', /at least 2 positions, not 1/],
  ['a position that is none', line([[1, 2], 'x']), 'geometry.coordinates[1]', /must be a position/],
  [
    'a coordinate out of range',
    line([
      [1, 2],
      [3, 99],
    ]),
    'geometry.coordinates[1][1]',
    /latitude/,
  ],
  [
    'a short line in a MultiLineString',
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
        [[1, 2]],
      ],
    },
    'geometry.coordinates[1]',
    /at least 2 positions/,
  ],
  [
    'a MultiLineString of positions',
    {
      type: 'MultiLineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    'geometry.coordinates[0][0]',
    /must be a position/,
  ],
  [
    'a member that is no array',
    { type: 'MultiLineString', coordinates: [null] },
    'geometry.coordinates[0]',
    /must be an array/,
  ],
];

const polygons: Refusal[] = [
  ['no ring', polygon([]), 'geometry.coordinates', /at least one ring/],
  ['an empty ring', polygon([[]]), 'geometry.coordinates[0]', /at least 4 positions, not 0/],
  ['a ring of three', polygon([ring.slice(1)]), 'geometry.coordinates[0]', /at least 4 positions, not 3/],
  ['an open ring', polygon([[...ring.slice(0, 3), [0, 1]]]), 'geometry.coordinates[0]', /must be closed/],
  [
    'a ring whose ends differ in height',
    polygon([
      [
        [0, 0, 1],
        [1, 0, 1],
        [1, 1, 1],
        [0, 0, 2],
      ],
    ]),
    'geometry.coordinates[0]',
    /must be closed/,
  ],
  [
    'a ring of which one end lacks the height',
    polygon([
      [
        [0, 0, 1],
        [1, 0, 1],
        [1, 1, 1],
        [0, 0],
      ],
    ]),
    'geometry.coordinates[0]',
    /must be closed/,
  ],
  [
    'an open hole',
    polygon([ring, [...ring.slice(0, 3), [5, 5]]]),
    'geometry.coordinates[1]',
    /must be closed/,
  ],
  ['a ring that is no array', polygon([ring, 'hole']), 'geometry.coordinates[1]', /must be an array/],
  [
    'a position far inside',
    polygon([
      ring,
      [
        [0, 0],
        [1, 0],
        [1, 'x'],
        [0, 0],
      ],
    ]),
    'geometry.coordinates[1][2][1]',
    /finite/,
  ],
  [
    'a polygon without rings in a MultiPolygon',
    { type: 'MultiPolygon', coordinates: [[ring], []] },
    'geometry.coordinates[1]',
    /at least one ring/,
  ],
  [
    'a MultiPolygon with the depth of a Polygon',
    { type: 'MultiPolygon', coordinates: [ring] },
    'geometry.coordinates[0][0]',
    /at least 4 positions/,
  ],
  [
    'a longitude in a MultiPolygon',
    {
      type: 'MultiPolygon',
      coordinates: [
        [ring],
        [
          [
            [0, 0],
            [200, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    },
    'geometry.coordinates[1][0][1][0]',
    /longitude/,
  ],
];

const collections: Refusal[] = [
  ['no geometries', { type: 'GeometryCollection' }, 'geometry.geometries', /must be an array of geometries/],
  [
    'coordinates instead',
    { type: 'GeometryCollection', coordinates: [] },
    'geometry.geometries',
    /must be an array/,
  ],
  ['geometries as an object', collection({}), 'geometry.geometries', /must be an array/],
  ['a null member', collection([null]), 'geometry.geometries[0]', /must be a GeoJSON geometry object/],
  ['a bad member', collection([point([1, 2]), point([1])]), 'geometry.geometries[1].coordinates', /2 or 3/],
  [
    'a bad member of a member',
    collection([collection([{ type: 'Line' }])]),
    'geometry.geometries[0].geometries[0].type',
    /must be one of/,
  ],
  [
    'collections nested without end',
    nested(17),
    `geometry${'.geometries[0]'.repeat(16)}.geometries`,
    /deeper than 16/,
  ],
];

function nested(depth: number): unknown {
  return depth === 0 ? point([1, 2]) : collection([nested(depth - 1)]);
}

for (const [group, refusals] of Object.entries({ geometries, positions, lines, polygons, collections }))
  describe(`refused among ${group}`, () => {
    for (const [what, geometry, path, message] of refusals)
      test(`${what}: the error leads to ${path}`, () => {
        const error = refusalOf(() => inspectGeometry(geometry));
        assert.equal(error.path, path);
        assert.match(error.message, message);
        assert.ok(error.message.startsWith(`${path} `));
      });
  });

describe('the path of a refusal', () => {
  test('begins where the caller says', () =>
    assert.equal(
      refusalOf(() => inspectGeometry(point([1]), 'features[3].geometry')).path,
      'features[3].geometry.coordinates',
    ));
});

test('collections may be nested 16 deep', () => assert.equal(inspectGeometry(nested(16)).vertices, 1));

function refusalOf(inspect: () => unknown): GeometryError {
  try {
    inspect();
  } catch (error) {
    assert.ok(error instanceof GeometryError);
    return error;
  }
  assert.fail('the geometry was accepted');
}
