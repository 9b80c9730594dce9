import fc from 'fast-check';
import type { FeatureInput } from './feature.ts';
import type { Json, JsonObject } from './json.ts';

/** Few enough that writes meet each other, odd enough to need care in a path, a list and a file. */
export const IDS = [
  'a',
  'b',
  'c',
  'd',
  'e',
  '42',
  'Ä ö',
  'x/y',
  'q?&=#',
  '😀',
  "it's",
  '%41',
  '__proto__',
  '*a',
];
export const anyId = fc.constantFrom(...IDS);

export const TAGS = [
  'a',
  'b',
  'B',
  'é',
  'x y',
  '@Kéep',
  '~Casé',
  'ref_X',
  'sourceID_Y',
  '日本',
  'が',
  '가',
  'कि',
  'a+b',
  'ÉA',
];
export const anyTag = fc.constantFrom(...TAGS);
export const someTags = fc.array(anyTag, { maxLength: 3 });

export const NUMBERS = [0, 1, 2, 10, -1, 1.5, 1e21, 0.1];
export const STRINGS = [
  'a',
  'b',
  'A',
  '',
  '10',
  'true',
  'ü',
  'x,y',
  '01234',
  '.null',
  'z\u{1F600}',
  'z\uffee',
  'a b+c',
];

const scalar = fc.oneof(
  fc.constantFrom<Json>(...NUMBERS),
  fc.constantFrom<Json>(...STRINGS),
  fc.constantFrom<Json>(true, false, null),
);
const item = fc.oneof(
  scalar,
  fc.record({ k: scalar, m: scalar }, { requiredKeys: ['k'] }) as fc.Arbitrary<Json>,
);
const list = fc.array(item, { maxLength: 4 }) as fc.Arbitrary<Json>;

/** Names that are code, SQL or prototype members elsewhere are plain names here. */
export const ODD_NAMES = ['__proto__', 'constructor', 'größe', 'a"b', "it's", 'x y', '$[0]', '😀', 'a;--'];

const deep = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.oneof(scalar, list), { maxKeys: 3 });
const odd = fc.dictionary(fc.constantFrom(...ODD_NAMES), scalar, { maxKeys: 2 });
const known = fc.record(
  {
    n: fc.constantFrom<Json>(...NUMBERS),
    s: fc.constantFrom<Json>(...STRINGS, 'z\u{1F600}', 'z\uffee'),
    mixed: fc.oneof(scalar, list, deep as fc.Arbitrary<Json>),
    list,
    deep: fc.record({ a: deep, b: scalar }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
    rank: fc.integer({ min: -5, max: 20 }) as fc.Arbitrary<Json>,
  },
  { requiredKeys: [] },
);
const properties = fc.tuple(known, odd).map(([one, other]): JsonObject => ({ ...one, ...ownMembers(other) }));

/** fast-check dictionaries may come without a prototype; a body is plain JSON. */
function ownMembers(object: { [name: string]: Json }): JsonObject {
  return JSON.parse(JSON.stringify(object));
}

/** Whole degrees, six decimals as surveyed data has them, and now and then any double at all. */
function degrees(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: -most, max: most }),
    fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6),
    fc.double({ min: -most, max: most, noNaN: true }),
  );
}

const position = fc
  .tuple(degrees(180), degrees(90), fc.option(fc.integer({ min: -100, max: 9000 }), { freq: 3 }))
  .map(([x, y, z]): Json => [x, y, ...(z === null ? [] : [z])]);
const line = fc.array(position, { minLength: 2, maxLength: 4 }) as fc.Arbitrary<Json>;
const ring = fc
  .tuple(position, position, position)
  .map(([one, two, three]): Json => [one, two, three, structuredClone(one)]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 2 }) as fc.Arbitrary<Json>;

function shape(type: string, coordinates: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return coordinates.map((value): Json => ({ type, coordinates: value }));
}

function several(arbitrary: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.array(arbitrary, { maxLength: 2 }) as fc.Arbitrary<Json>;
}

const simple = fc.oneof(
  shape('Point', position),
  shape('LineString', line),
  shape('Polygon', polygon),
  shape('MultiPoint', several(position)),
  shape('MultiLineString', several(line)),
  shape('MultiPolygon', several(polygon)),
);
const geometry = fc.oneof(
  { arbitrary: simple, weight: 6 },
  {
    arbitrary: several(simple).map((geometries): Json => ({ type: 'GeometryCollection', geometries })),
    weight: 1,
  },
  { arbitrary: fc.constant<Json>(null), weight: 1 },
);

export const anyInput: fc.Arbitrary<FeatureInput> = fc
  .record(
    {
      id: fc.oneof({ arbitrary: anyId, weight: 12 }, { arbitrary: fc.constant(42), weight: 1 }),
      geometry,
      properties,
      tags: someTags,
      foreign: fc.record({ kind: scalar, note: deep as fc.Arbitrary<Json> }, { requiredKeys: [] }),
      noise: fc.constant<JsonObject>({ space: 'elsewhere', createdAt: 1, updatedAt: 2 }),
    },
    { requiredKeys: [] },
  )
  .map((input) => JSON.parse(JSON.stringify(input)));

/** Ids of faulty features are never those of good ones: what a clash of the two means is nobody's promise. */
export const faultyInput: fc.Arbitrary<FeatureInput> = fc.constantFrom<FeatureInput>(
  { id: 'faulty-1', faulty: true, geometry: { type: 'Point', coordinates: [181, 0] } },
  { id: 'faulty-2', faulty: true, geometry: { type: 'LineString', coordinates: [[0, 0]] } },
  { id: 'faulty-3', faulty: true, tags: ['a,b'] },
  { id: 'faulty-4', faulty: true, tags: [''] },
  {
    faulty: true,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    },
  },
  { id: '', faulty: true },
);
