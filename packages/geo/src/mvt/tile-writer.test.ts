import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { anyGeometry } from '../testing/arbitrary-geometry.ts';
import { signedArea } from '../testing/area.ts';
import { type TileAddress, tileAt } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { TileWriter } from './tile-writer.ts';

const world = tileAt('web', 0, 0, 0);
/** Lies at 0…11.25 east and 0…11.2 north. */
const tile = tileAt('web', 5, 16, 15);
type Added = [id: string, geometry: Geometry, properties?: Record<string, unknown>];

function encode(address: TileAddress, features: Added[], flatten = false, buffer = 4): Uint8Array {
  const writer = new TileWriter('a-space', address, 4096, buffer);
  for (const [id, geometry, properties] of features) writer.add(id, geometry, properties ?? {}, flatten);
  return writer.finish();
}

function decode(bytes: Uint8Array) {
  const layer = new VectorTile(new PbfReader(bytes)).layers['a-space'];
  if (!layer) return [];
  assert.deepEqual([layer.version, layer.extent], [2, 4096]);
  return Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i);
    const drawn = feature.loadGeometry().map((chain) => chain.map(({ x, y }): Position => [x, y]));
    return { type: feature.type, properties: feature.properties, drawn };
  });
}

const drawnIn = (address: TileAddress, geometry: Geometry, buffer = 4) =>
  decode(encode(address, [['x', geometry]], false, buffer)).map(({ type, drawn }) => [type, ...drawn]);

const point = (...coordinates: Position): Geometry => ({ type: 'Point', coordinates });
const degrees = (x: number, y: number): Position => {
  const frame = new TileFrame(tile, 4096);
  return [frame.longitude(x), frame.latitude(y)];
};
const line = (...positions: Position[]): Geometry => ({
  type: 'LineString',
  coordinates: positions.map(([x, y]) => degrees(x, y)),
});
const polygon = (...rings: Position[][]): Geometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ring[0]!].map(([x, y]) => degrees(x, y))),
});
const square = (from: number, to: number): Position[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

describe('the attributes in a vector tile', () => {
  const properties = {
    name: 'Straße 日本',
    long: 'x'.repeat(300),
    whole: 7,
    large: 2 ** 53 - 1,
    negative: -42,
    'far below': -(2 ** 52),
    half: 0.5,
    tenth: 0.1,
    huge: 1e300,
    yes: true,
    no: false,
    nothing: null,
    id: 'not this one',
    nested: { a: { b: 1 }, list: ['x', { y: 2 }], empty: {} },
    ['__proto__']: 'data',
  };

  test('are the id and the properties, nested ones as JSON text', () => {
    const [feature] = decode(encode(world, [['feature 1', point(0, 0), properties]]));
    const { nothing: _, nested, ...plain } = properties;
    assert.deepEqual(
      { ...feature!.properties },
      { ...plain, id: 'feature 1', nested: JSON.stringify(nested) },
    );
  });

  test('are flattened to dotted keys', () => {
    const [feature] = decode(encode(world, [['1', point(0, 0), { nested: properties.nested }]], true));
    assert.deepEqual(
      { ...feature!.properties },
      { id: '1', 'nested.a.b': 1, 'nested.list.0': 'x', 'nested.list.1.y': 2 },
    );
  });

  test('are written once, however many features share them', () => {
    const features = Array.from(
      { length: 1000 },
      (_, i): Added => [`${i}`, point(0, 0), { text: 'y'.repeat(100) }],
    );
    assert.ok(encode(world, features).length < 30_000);
  });

  test('keep apart what only looks alike', () => {
    const decoded = decode(encode(world, [['1', point(0, 0), { text: '1', number: 1, truth: true }]]));
    assert.deepEqual({ ...decoded[0]!.properties }, { id: '1', text: '1', number: 1, truth: true });
  });

  test('survive for any numbers and texts', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.double({ noNaN: true, noDefaultInfinity: true }),
            fc.maxSafeInteger(),
            fc.string({ unit: 'grapheme' }),
            fc.boolean(),
          ),
        ),
        (values) => {
          const given = Object.fromEntries(values.map((value, i) => [`k${i}`, value]));
          const [feature] = decode(encode(world, [['1', point(0, 0), given]]));
          for (const [key, value] of Object.entries(given)) assert.ok(feature!.properties[key] === value);
        },
      ),
    ));
});

describe('attributes out of JSON text', () => {
  const both = (texts: string[]) => {
    const [parsed, scanned] = [new TileWriter('a-space', world), new TileWriter('a-space', world)];
    for (const [i, text] of texts.entries()) {
      parsed.add(`${i}`, point(0, 0), JSON.parse(text));
      scanned.addText(`${i}`, point(0, 0), text);
    }
    return [Buffer.from(parsed.finish()), Buffer.from(scanned.finish())];
  };

  const TEXTS = [
    '{}',
    '{"a":null}',
    '{"a":"","b":"x\\"y","c":"\\\\","d":"}{,:[]"}',
    '{"a\\"b":1,"id":"other","__proto__":2}',
    '{"a":[1,"]",{"b":"}"}],"c":{"d":{"e":[]}}}',
    '{"text":"{\\"d\\":1}","nested":{"d":1}}',
    '{"n":-1.5e-7,"m":1e+21,"l":9007199254740991,"t":true,"f":false}',
    '{ "blank" : [ 1, 2 ] , "x":1}',
    '{"ü":"日本","k":"\\u65e5"}',
  ];
  for (const text of TEXTS)
    test(text, () => {
      const [parsed, scanned] = both([text]);
      assert.deepEqual(scanned, parsed);
    });

  test('are those that parsing gives, whatever they are', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(fc.array(values, { maxLength: 5 }), (objects) => {
        const [parsed, scanned] = both(objects.map((object) => JSON.stringify(object)));
        assert.deepEqual(scanned, parsed);
      }),
    );
  });

  test('keep digits that no number holds', () => {
    const writer = new TileWriter('a-space', world);
    writer.addText('x', point(0, 0), '{"n":9007199254740993,"m":1e999}');
    const [feature] = decode(writer.finish());
    assert.deepEqual({ ...feature!.properties }, { id: 'x', n: '9007199254740993', m: '1e999' });
  });
});

describe('a vector tile', () => {
  test('of nothing has no bytes', () => {
    assert.equal(encode(tile, []).length, 0);
    assert.equal(encode(tile, [['far', point(100, 50)]]).length, 0);
  });

  test('has points on and off its edge up to the buffer', () => {
    assert.deepEqual(drawnIn(tile, point(...degrees(4096, 0))), [[1, [[4096, 0]]]]);
    assert.deepEqual(drawnIn(tile, point(...degrees(4150, 10))), [[1, [[4150, 10]]]]);
    assert.deepEqual(drawnIn(tile, point(...degrees(4170, 10))), []);
    assert.deepEqual(drawnIn(tile, point(...degrees(4150, 10)), 0), []);
  });

  test('has several points as one feature, without those outside', () =>
    assert.deepEqual(
      drawnIn(tile, {
        type: 'MultiPoint',
        coordinates: [degrees(1, 1), degrees(9999, 1), degrees(2, 2), degrees(2, 2)],
      }),
      [[1, [[1, 1]], [[2, 2]]]],
    ));

  test('has heights dropped', () =>
    assert.deepEqual(drawnIn(tile, point(...([...degrees(5, 6), 99] as Position))), [[1, [[5, 6]]]]));

  test('has lines cut at its buffer, and in pieces where they leave and return', () => {
    assert.deepEqual(drawnIn(tile, line([100, 100], [9000, 100])), [
      [
        2,
        [
          [100, 100],
          [4160, 100],
        ],
      ],
    ]);
    assert.deepEqual(drawnIn(tile, line([100, 100], [9000, 100], [9000, 200], [100, 200])), [
      [
        2,
        [
          [100, 100],
          [4160, 100],
        ],
        [
          [4160, 200],
          [100, 200],
        ],
      ],
    ]);
    assert.deepEqual(drawnIn(tile, line([-900, 5000], [5000, 9000])), []);
  });

  test('has no line of one position and no position twice in a row', () => {
    assert.deepEqual(drawnIn(tile, line([100, 100], [100.2, 100.1])), []);
    assert.deepEqual(drawnIn(tile, line([100, 100], [100.2, 100.1], [200, 100])), [
      [
        2,
        [
          [100, 100],
          [200, 100],
        ],
      ],
    ]);
  });

  test('has outer rings clockwise on the screen and holes the other way, however they came', () => {
    const hole = square(20, 30);
    for (const rings of [
      [square(10, 40), hole],
      [square(10, 40).reverse(), hole],
      [square(10, 40), hole.toReversed()],
    ]) {
      const [feature] = decode(encode(tile, [['x', polygon(...rings)]]));
      assert.deepEqual(feature!.drawn.map(signedArea), [900, -100]);
    }
  });

  test('has no ring without area, and no holes without their ring', () => {
    assert.deepEqual(
      drawnIn(
        tile,
        polygon([
          [10, 10],
          [10.2, 10],
          [10.1, 10.2],
        ]),
      ),
      [],
    );
    assert.deepEqual(
      drawnIn(
        tile,
        polygon([
          [10, 10],
          [50, 50],
          [90, 90],
        ]),
      ),
      [],
    );
    const [feature] = decode(encode(tile, [['x', polygon(square(10, 40), square(20, 20.2))]]));
    assert.equal(feature!.drawn.length, 1);
  });

  test('is filled by a polygon around it', () => {
    const [feature] = decode(encode(tile, [['x', polygon(square(-9000, 9000))]]));
    assert.equal(signedArea(feature!.drawn[0]!), (4096 + 128) ** 2);
  });

  test('has the points, lines and polygons of a collection as three features', () => {
    const collection: Geometry = {
      type: 'GeometryCollection',
      geometries: [
        line([1, 1], [2, 2]),
        point(...degrees(5, 5)),
        { type: 'GeometryCollection', geometries: [polygon(square(1, 9)), line([3, 3], [4, 4])] },
      ],
    };
    const decoded = decode(encode(tile, [['c', collection]]));
    assert.deepEqual(
      decoded.map(({ type, drawn, properties }) => [type, drawn.length, properties.id]),
      [
        [1, 1, 'c'],
        [2, 2, 'c'],
        [3, 1, 'c'],
      ],
    );
  });

  test('shows in its buffer what is beyond the antimeridian', () => {
    const west = tileAt('web', 4, 0, 8);
    assert.deepEqual(drawnIn(west, point(179.9, -0.1)), [[1, [[-18, 18]]]]);
    assert.deepEqual(drawnIn(tileAt('web', 4, 15, 8), point(-179.9, -0.1)), [[1, [[4114, 18]]]]);
    assert.deepEqual(drawnIn(west, point(179.9, -0.1), 0), []);
  });

  test('of the HERE scheme is even in degrees', () => {
    assert.deepEqual(drawnIn(tileAt('here', 1, 1, 0), point(90, 0)), [[1, [[2048, 2048]]]]);
    assert.deepEqual(drawnIn(tileAt('here', 1, 1, 0), point(0, 90)), [[1, [[0, 0]]]]);
  });

  test('takes any depth and any buffer', () => {
    const deep = tileAt('web', 30, 2 ** 29, 2 ** 29);
    const wide: Geometry = {
      type: 'LineString',
      coordinates: [
        [-180, 85],
        [180, -85],
      ],
    };
    for (const buffer of [0, 4, 1e9, Infinity]) assert.equal(drawnIn(deep, wide, buffer).length, 1);
  });
});

test('any geometry that fits is drawn to within a unit, and all of it is well-formed', () => {
  const around = tileAt('web', 3, 4, 3);
  const frame = new TileFrame(around, 4096);
  fc.assert(
    fc.property(anyGeometry, (geometry) => {
      const moved = JSON.parse(JSON.stringify(geometry), (_, value) =>
        Array.isArray(value) && typeof value[0] === 'number' ? [value[0] + 20, value[1] + 20] : value,
      ) as Geometry;
      const sources = partsOf(moved).flatMap((part) => part.chains.flat());
      for (const { type, drawn } of decode(encode(around, [['x', moved]]))) {
        for (const [x, y] of drawn.flat())
          assert.ok(
            sources.some(
              ([lon, lat]) => Math.abs(frame.x(lon) - x) <= 0.5001 && Math.abs(frame.y(lat) - y) <= 0.5001,
            ),
          );
        for (const chain of drawn) {
          if (type === 1) continue;
          assert.ok(chain.length >= (type === 2 ? 2 : 4));
          for (let i = 1; i < chain.length; i++) assert.notDeepEqual(chain[i], chain[i - 1]);
          if (type === 3) assert.notEqual(signedArea(chain), 0);
        }
      }
      if (geometry.type === 'Point') assert.equal(drawnIn(around, moved).length, 1);
    }),
    { numRuns: randomCases(500) },
  );
});
