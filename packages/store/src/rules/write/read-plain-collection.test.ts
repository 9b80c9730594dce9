import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { writeRequest } from '../../contract/write-request.ts';
import { writeFeatureText } from '../../model/feature/feature-text.ts';
import { PlainInput } from '../../model/feature/plain-input.ts';
import { type FeatureInput, readFeatureInput } from '../../model/feature/read-input.ts';
import { parseExactly } from '../../model/json/exact-json.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import type { WriteEntry } from './body-content.ts';
import { readBody } from './read-body.ts';
import { created } from './written-feature.ts';

const LIMITS = { maxVertices: 1000 };
const around = (...features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const read = (...features: string[]): WriteEntry[] =>
  readBody(writeRequest(around(...features))).modifications[0]!.entries;
const feature = (properties: string, geometry = 'null') =>
  `{"type":"Feature","id":"a","geometry":${geometry},"properties":${properties}}`;
const shape = (type: string, coordinates: string) =>
  feature('{}', `{"type":"${type}","coordinates":${coordinates}}`);

/** All that a write makes of an input. */
function made(input: FeatureInput) {
  const { id, geometry, facts, properties, tags, baseRevision, foreign } = input;
  const written = created(id ?? 'new', input, tags ?? []);
  const stats = new StatsDelta();
  stats.add(written, 1, 1);
  return {
    input: { id, geometry, facts, properties, tags, baseRevision, foreign },
    text: writeFeatureText(written, { space: 's', createdAt: 1, updatedAt: 2 }),
    stats: { tags: stats.tags, properties: stats.properties, geometries: stats.geometries },
  };
}

/** The same as parsing makes of it. */
function assertSame(text: string): void {
  let parsed: FeatureInput;
  try {
    parsed = readFeatureInput(parseExactly(text, 'it'), LIMITS);
  } catch {
    return;
  }
  const [entry] = read(text);
  assert.deepEqual(made(entry!.input!), made(parsed), text);
}

describe('a feature that is written as it will be stored is not parsed:', () => {
  const texts = [
    feature('{}'),
    feature(
      '{"a":1,"b":-2.5,"c":"ä 日 𝄞 \u2028","d":true,"e":false,"f":null,"g":[1,"x",[],{}],"h":{},"i":{"j":{"k":0}}}',
    ),
    feature('{"a":0.000001,"b":123456789012345,"c":-12345.6789012345,"d":0}'),
    feature('{"@ns:com:here:xyz":{"tags":["a","B"]}}'),
    feature('{"a":"@ns:com:here:xyz","@ns:com:here:xyz":{"space":"x","createdAt":1,"tags":[],"uuid":"u"}}'),
    '{"id":17,"properties":{"a":1},"type":"Feature","geometry":null}',
    shape('Point', '[-180,90]'),
    shape('Point', '[0.1,-0.000123,-12.5]'),
    shape('MultiPoint', '[]'),
    shape('MultiPoint', '[[1,2],[3,4,5]]'),
    shape('LineString', '[[13.305206,52.43621],[13.304118,52.435705]]'),
    shape('MultiLineString', '[[[0,0],[1,1]],[[2,2],[3,3]]]'),
    shape('Polygon', '[[[0,0],[1,0],[1,1],[0,0]],[[0.2,0.2],[0.4,0.2],[0.4,0.4],[0.2,0.2]]]'),
    shape('Polygon', '[[[0,0,5],[1,0,6],[1,1,7],[0,0,5]]]'),
    shape('MultiPolygon', '[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]'),
  ];
  for (const text of texts)
    test(text, () => {
      assert.ok(read(text)[0]!.input instanceof PlainInput);
      assertSame(text);
    });
});

describe('tags are those that parsing gives:', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `"t${i}"`).join();
  const namespaces = [
    '{}',
    '{"tags":null}',
    '{"tags":[]}',
    '{"tags":["a"]}',
    '{"tags":["a","b-1","c_2"]}',
    '{"tags":["a","b","a"]}',
    '{"tags":["A","@Keep","ref_A1","é"]}',
    '{"tags":["a","B"],"space":"s"}',
    '{"space":"s","tags":["a"]}',
    '{"tags":["a"],"version":3}',
    `{"tags":["${'x'.repeat(99)}","${'y'.repeat(100)}"]}`,
    `{"tags":[${many(16)}]}`,
    `{"tags":[${many(17)}]}`,
    `{"tags":[${many(2000)}]}`,
    '{"tags":["a,b"]}',
    '{"tags":[""]}',
    '{"tags":[1]}',
    '{"tags":["a",null]}',
  ];
  for (const namespace of namespaces)
    test(namespace.slice(0, 80), () => {
      for (let time = 0; time < 2; time++) assertSame(feature(`{"@ns:com:here:xyz":${namespace}}`));
    });
});

describe('a feature is parsed', () => {
  const texts: [why: string, text: string][] = [
    ['with blanks', feature('{"a": 1}')],
    ['with an escape', feature('{"a":"\\n"}')],
    ['with an escape in a name', feature('{"\\u0061":1}')],
    ['with a name that comes twice', feature('{"a":1,"b":2,"a":3}')],
    ['with a name that comes twice further inside', feature('{"x":[{"a":1,"a":3}]}')],
    ['with whole numbers as names', feature('{"b":1,"0":2}')],
    ['with __proto__ as a name', feature('{"__proto__":{"a":1}}')],
    ['with an exponent', feature('{"a":1e3}')],
    ['with a zero behind the last digit', feature('{"a":1.50}')],
    ['with a negative zero', feature('{"a":-0}')],
    ['with more digits than a double may have', feature('{"a":0.12345678901234567}')],
    ['with digits that a double does not hold', feature('{"a":9007199254740993}')],
    ['with a small number', feature('{"a":0.0000001}')],
    ['with its namespace before other properties', feature('{"@ns:com:here:xyz":{"tags":["x"]},"a":1}')],
    ['without an id', '{"type":"Feature","geometry":null,"properties":{}}'],
    ['without a type', '{"id":"a","geometry":null,"properties":{}}'],
    ['with another member', '{"type":"Feature","id":"a","geometry":null,"properties":{},"more":1}'],
    ['with a box', '{"type":"Feature","id":"a","bbox":[1,2,3,4],"geometry":null,"properties":{}}'],
    ['with null as properties', feature('null')],
    ['with a box in its geometry', feature('{}', '{"type":"Point","bbox":[1,2,1,2],"coordinates":[1,2]}')],
    ['with a collection of geometries', feature('{}', '{"type":"GeometryCollection","geometries":[]}')],
    ['with many members', feature(`{${Array.from({ length: 70 }, (_, i) => `"a${i}":1`).join()}}`)],
    ['that is nested deep', feature(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
  ];
  for (const [why, text] of texts)
    test(why, () => {
      assert.ok(!(read(text)[0]!.input instanceof PlainInput));
      assertSame(text);
    });

  test('and those beside it are not', () => {
    const entries = read(feature('{"a":1}'), feature('{"a": 2}'), feature('{"a":3}'));
    assert.deepEqual(
      entries.map(({ position, input }) => [position, input instanceof PlainInput, input?.properties]),
      [
        [0, true, { a: 1 }],
        [1, false, { a: 2 }],
        [2, true, { a: 3 }],
      ],
    );
  });
});

describe('what is wrong is told as if all had been parsed:', () => {
  const good = feature('{"a":1}');
  const texts: [what: string, feature: string, message: RegExp][] = [
    ['a longitude', shape('Point', '[181,0]'), /geometry\.coordinates\[0\] is a longitude/],
    ['a ring', shape('Polygon', '[[[0,0],[1,0],[1,1],[0,1]]]'), /must be closed/],
    ['a line', shape('LineString', '[[0,0]]'), /at least 2 positions/],
    ['an area without rings', shape('Polygon', '[]'), /at least one ring/],
    ['tags', feature('{"@ns:com:here:xyz":{"tags":[1]}}'), /tags\[0\] must be a string/],
    ['an id', good.replace('"a"', '""'), /id must not be empty/],
  ];
  for (const [what, text, message] of texts)
    test(what, () => {
      const [first, second, third] = read(good, text, good);
      assert.ok(first!.input && third!.input);
      assert.match(second!.message!, message);
    });

  test('JSON that is none', () => {
    assert.throws(() => read(good, '{"type":"Feature"'), /the request body is not valid JSON/);
    assert.throws(() => read(good, '{"a":1]'), /the request body is not valid JSON/);
    assert.throws(() => read(`${good},`), /the request body is not valid JSON/);
    assert.throws(() => read(good, feature('{"a":01}')), /the request body is not valid JSON/);
  });

  test('too many positions', () => {
    const limits = { maxBodyBytes: 1e6, maxFeatures: 10, maxVertices: 1 };
    const request = writeRequest(around(shape('LineString', '[[0,0],[1,1]]')), { limits });
    assert.match(readBody(request).modifications[0]!.entries[0]!.message!, /2 positions, more than the 1/);
  });

  test('too many features', () => {
    const limits = { maxBodyBytes: 1e6, maxFeatures: 2, maxVertices: 9 };
    assert.equal(readBody(writeRequest(around(good, good), { limits })).modifications[0]!.entries.length, 2);
    assert.throws(
      () => readBody(writeRequest(around(good, good, good), { limits })),
      /more than the 2 features/,
    );
  });
});

test('whatever numbers, names and texts a feature has, it is stored as if it had been parsed', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer({ min: -999_999, max: 999_999 }).map((n) => n / 10 ** (Math.abs(n) % 12)),
  );
  const position = fc.tuple(
    fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6),
    fc.integer({ min: -90_000, max: 90_000 }).map((n) => n / 1e3),
  );
  const { properties } = fc.letrec((tie) => ({
    value: fc.oneof(
      number,
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('properties'),
    ),
    properties: fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 5 }),
  }));
  const geometry = fc.oneof(
    fc.constant(null),
    position.map((coordinates) => ({ type: 'Point', coordinates })),
    fc.array(position, { minLength: 2 }).map((coordinates) => ({ type: 'LineString', coordinates })),
    fc
      .array(position, { minLength: 3 })
      .map((line) => ({ type: 'Polygon', coordinates: [[...line, line[0]]] })),
  );
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), properties, geometry, (id, own, where) =>
      assertSame(JSON.stringify({ type: 'Feature', id, geometry: where, properties: own })),
    ),
    { numRuns: randomCases(500) },
  );
});

test('whatever is changed in the text of a feature, it is read as if it had been parsed', () => {
  const texts = [
    feature('{"a":1,"b":-2.5,"c":"x","d":{"e":[true,null]},"@ns:com:here:xyz":{"tags":["t"]}}'),
    shape('Polygon', '[[[0,0],[1.5,0],[1,1],[0,0]]]'),
    shape('MultiLineString', '[[[-7.25,12],[1,1]],[[2,2,5],[3,3]]]'),
  ];
  const edit = fc.tuple(fc.nat(150), fc.nat(2), fc.constantFrom(...'{}[]",:0-.e1\\ atn', '"a":0,'));
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(edit, { maxLength: 3 }), (text, edits) => {
      let edited = text;
      for (const [at, removed, added] of edits)
        edited = edited.slice(0, at) + added + edited.slice(at + removed);
      assertSame(edited);
    }),
    { numRuns: randomCases(3000) },
  );
});
