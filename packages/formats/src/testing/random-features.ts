import fc from 'fast-check';
import { anyCharacter } from '../../../../testing/any-character.ts';
import type { Feature } from '../feature.ts';
import { NAMESPACE } from '../tabular/column-names.ts';

/** What random data follows from; set MERIDIAN_TEST_SEED to repeat a run. */
export const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

const lon = fc.double({ min: -180, max: 180, noNaN: true }).map(withoutMinusZero);
const lat = fc.double({ min: -90, max: 90, noNaN: true }).map(withoutMinusZero);
const height = fc.double({ min: -1e4, max: 1e5, noNaN: true }).map(withoutMinusZero);

/** Positions of one geometry have all a height, or none, or some have one. */
const position = fc.oneof(fc.tuple(lon, lat), fc.tuple(lon, lat, height));
const line = fc.array(position, { minLength: 2, maxLength: 5 });
const ring = fc.array(position, { minLength: 3, maxLength: 5 }).map((corners) => [...corners, corners[0]!]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });

const simple = fc.oneof(
  fc.record({ type: fc.constant('Point'), coordinates: position }),
  fc.record({ type: fc.constant('LineString'), coordinates: line }),
  fc.record({ type: fc.constant('Polygon'), coordinates: polygon }),
  fc.record({ type: fc.constant('MultiPoint'), coordinates: fc.array(position, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('MultiLineString'), coordinates: fc.array(line, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('MultiPolygon'), coordinates: fc.array(polygon, { maxLength: 3 }) }),
);
const collection = fc.record({
  type: fc.constant('GeometryCollection'),
  geometries: fc.array(simple, { maxLength: 3 }),
});

/** Names that clash with columns of formats, with each other, or with JavaScript. */
const name = fc.oneof(
  fc.constantFrom(
    ...[
      'name',
      'Name',
      'NAME',
      'id',
      'fid',
      'geom',
      'geometry',
      'WKT',
      'wkt',
      'lon',
      'lat',
      '@id',
      '@tags',
      '@.name',
    ],
    ...[
      '@2.name',
      '__proto__',
      'constructor',
      'toString',
      '',
      ' ',
      'a b',
      'x:json',
      'ümläut',
      'a"b',
      "a'b",
      'a,b',
      'a\nb',
      '=1+1',
      "'=1+1",
      '-x',
    ],
  ),
  fc.string({ maxLength: 8, unit: anyCharacter }),
);
const scalar = fc.oneof(
  fc.string({ maxLength: 12, unit: anyCharacter }),
  fc.constantFrom('', ' ', '01234', '123', 'true', 'null', '{"a":1}', 'a,b;c\t"d"\r\ne', "it's"),
  fc.constantFrom(
    '=1+1',
    '+41 1',
    '-5',
    '-x',
    '@SUM(1)',
    "'=1",
    "''-a",
    "'",
    '\t=1',
    '＝1',
    '+1e5',
    '-Infinity',
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutMinusZero),
  fc.maxSafeInteger().map(withoutMinusZero),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), { maxKeys: 3 }),
  },
);
const namespace = fc.record(
  {
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z@~_]{1,6}$/), { maxLength: 3 }),
    space: fc.constant('s'),
    createdAt: fc.nat(),
  },
  { requiredKeys: [] },
);

const feature = fc
  .record(
    {
      id: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
      geometry: fc.oneof({ weight: 8, arbitrary: simple }, collection, fc.constant(null)),
      properties: fc.dictionary(name, value, { maxKeys: 5 }),
      namespace,
      root: fc.dictionary(fc.constantFrom('extra', 'más'), scalar, { maxKeys: 2 }),
    },
    { requiredKeys: ['geometry', 'properties'] },
  )
  .map(({ id, geometry, properties, namespace: ns, root }) => {
    const members = { ...root, type: 'Feature', geometry, properties: { ...properties } };
    if (ns !== undefined) Object.assign(members.properties, { [NAMESPACE]: ns });
    return JSON.parse(JSON.stringify(id === undefined ? members : { ...members, id })) as Feature;
  });

/** Features as a hub takes them, with all that JSON allows in their properties. */
export const randomFeatures: fc.Arbitrary<Feature[]> = fc.array(feature, { maxLength: 8 });

function withoutMinusZero(number: number): number {
  return number === 0 ? 0 : number;
}
