import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { checkFeature } from '../check.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { utf8 } from '../testing/read-all.ts';
import { unparsedRecord } from './unparsed-record.ts';

const location = { file: 'f.ndjson', record: 1 };
const read = (text: string, limits = DEFAULT_LIMITS) => unparsedRecord(utf8(text), location, limits);
const feature = (geometry: string, rest = '') =>
  `{"type":"Feature","id":"a","geometry":${geometry},"properties":{}${rest}}`;
const shape = (type: string, coordinates: string) =>
  feature(`{"type":"${type}","coordinates":${coordinates}}`);

/** What parsing makes of a text: its id where it is a feature that can be sent as it is. */
function parsedId(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const record = checkFeature(value, location, text);
  return record.feature !== undefined && record.text === text ? record.feature.id : undefined;
}

describe('a feature is known by its bytes', () => {
  const texts = [
    feature('null'),
    shape('Point', '[-180,90]'),
    shape('Point', '[ 179.999 , -0.5 , -12.25 ]'),
    shape('MultiPoint', '[]'),
    shape('LineString', '[[0,0],[1.5,2]]'),
    shape('MultiLineString', '[]'),
    shape('MultiLineString', '[[[0,0],[1,1]], [[2,2],[3,3]]]'),
    shape('Polygon', '[[[0,0],[1,0],[1,1],[0,0]]]'),
    shape('MultiPolygon', '[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]'),
    feature('{"type":"Point","bbox":[1,2,1,2],"coordinates":[1,2]}'),
    feature('null', ',"title":"\\u00e4\\"\\n","list":[1,-2.5e+3,true,false,null,{}],"empty":[]'),
    ' \t{ "id" : 12 , "properties" : { "ü" : "日本" } , "geometry" : null , "type" : "Feature" }\r\n',
    '{"type":"Feature","id":"Zürich","geometry":null,"properties":{"a":"𝄞"}}',
  ];
  for (const text of texts)
    test(text, () => {
      const record = read(text);
      assert.equal(record?.id, parsedId(text));
      assert.equal(record?.text, text);
      assert.deepEqual(record?.feature, { ...JSON.parse(text), id: record?.id });
    });
});

describe('a feature is left to be parsed', () => {
  const ring = (positions: string) => shape('Polygon', `[[${positions}]]`);
  const texts: [why: string, text: string][] = [
    ['without an id', '{"type":"Feature","geometry":null,"properties":{}}'],
    ['with an empty id', '{"type":"Feature","id":"","geometry":null,"properties":{}}'],
    ['with an escape in its id', '{"type":"Feature","id":"\\u0041","geometry":null,"properties":{}}'],
    ['with digits that a double does not hold', feature('null').replace('"a"', '9007199254740993')],
    ['with a negative number as id', feature('null').replace('"a"', '-0')],
    ['with an id that has a fraction', feature('null').replace('"a"', '1.50')],
    ['with two ids', feature('null', ',"id":"b"')],
    ['with an escape in a name', feature('null', ',"\\u0069d":"b"')],
    ['without properties', '{"type":"Feature","id":"a","geometry":null}'],
    ['with null as properties', '{"type":"Feature","id":"a","geometry":null,"properties":null}'],
    ['without a type', '{"id":"a","geometry":null,"properties":{}}'],
    ['of another type', feature('null').replace('Feature', 'Featura')],
    ['with a longitude beyond 180', shape('Point', '[180.0001,0]')],
    ['with a latitude beyond 90', shape('Point', '[0,-91]')],
    ['with an exponent', shape('Point', '[1e1,0]')],
    ['with one number', shape('Point', '[1]')],
    ['with four numbers', shape('Point', '[1,2,3,4]')],
    ['with a leading zero', shape('Point', '[01,2]')],
    ['with a text as coordinate', shape('Point', '["1",2]')],
    ['with a line of one position', shape('LineString', '[[1,2]]')],
    ['with a ring that is not closed', ring('[0,0],[1,0],[1,1],[0,1]')],
    ['with a ring of three positions', ring('[0,0],[1,0],[0,0]')],
    ['with no ring', shape('Polygon', '[]')],
    ['with a collection of geometries', feature('{"type":"GeometryCollection","geometries":[]}')],
    ['with coordinates before the type', feature('{"coordinates":[1,2],"type":"Point"}')],
    ['with no coordinates', feature('{"type":"Point"}')],
    ['with a control character in a text', feature('null', ',"b":"\u0001"')],
    ['with an unknown escape', feature('null', ',"b":"\\x"')],
    ['with half an escape', feature('null', ',"b":"\\u12"')],
    ['with a number that is none', feature('null', ',"b":1.')],
    ['with a comma too many', feature('null', ',')],
    ['with a word that is none', feature('null', ',"b":nul')],
    ['with something behind it', `${feature('null')} 1`],
    ['that ends too early', feature('null').slice(0, -1)],
    ['that is nested deep', feature('null', `,"b":${'['.repeat(70)}${']'.repeat(70)}`)],
  ];
  for (const [why, text] of texts) test(why, () => assert.equal(read(text), undefined));

  test('that is not UTF-8', () => {
    const bytes = utf8(feature('null', ',"b":"x"'));
    bytes[bytes.length - 3] = 0xff;
    assert.equal(unparsedRecord(bytes, location, DEFAULT_LIMITS), undefined);
  });

  test('with bytes that are no UTF-8, wherever in a text', () => {
    const [before, after] = [utf8(feature('null', ',"b\u00fc":"\u00fc').slice(0, -1)), utf8('x\\n"}')];
    const lead = fc.constantFrom(
      0xc1,
      0xc2,
      0xdf,
      0xe0,
      0xe1,
      0xec,
      0xed,
      0xee,
      0xef,
      0xf0,
      0xf1,
      0xf3,
      0xf4,
      0xf5,
      0xff,
    );
    const tail = fc.constantFrom(0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0);
    fc.assert(
      fc.property(lead, fc.array(tail, { maxLength: 4 }), (first, rest) => {
        const bytes = Uint8Array.from([...before, first, ...rest, ...after]);
        const record = unparsedRecord(bytes, location, DEFAULT_LIMITS);
        assert.equal(record !== undefined, isUtf8(bytes), Buffer.from([first, ...rest]).toString('hex'));
      }),
      { numRuns: randomCases(3000) },
    );
  });

  test('where few levels are allowed', () =>
    assert.equal(read(feature('null'), { ...DEFAULT_LIMITS, depth: 5 }), undefined));
});

test('parsing finds the same id in whatever is known by its bytes', () => {
  const texts = [
    shape('Polygon', '[[[0,0],[1,0],[1,1],[0,0]],[[0.1,0.1],[0.2,0.1],[0.2,0.2],[0.1,0.1]]]'),
    shape('MultiLineString', '[[[-7.25,12],[1,1e0]],[[2,2,5],[3,3]]]'),
    feature('null', ',"b":{"c":[1,-0.5E-7,"\\u00e4\\\\",true],"日":null}'),
  ];
  const places = fc.tuple(
    fc.nat(200),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(...'{}[]",:0-.e\\ atn'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(places, { maxLength: 3 }), (text, edits) => {
      let edited = text;
      for (const [at, removed, added] of edits)
        edited = edited.slice(0, at) + added + edited.slice(at + removed);
      const record = read(edited);
      if (record !== undefined) assert.equal(record.id, parsedId(edited), edited);
    }),
    { numRuns: randomCases(3000) },
  );
});

describe('the bytes of a record', () => {
  const text = feature('null', ',"b":"ü"');
  const record = () => {
    const bytes = utf8(text);
    const made = unparsedRecord(bytes, location, DEFAULT_LIMITS);
    assert.ok(made);
    return { bytes, made };
  };

  test('are those of its text, for one taker', () => {
    const { bytes, made } = record();
    assert.deepEqual(made.takeBytes(), bytes);
    assert.throws(() => made.takeBytes());
    assert.throws(() => made.text);
  });

  test('are not needed any more once reading goes on', () => {
    const { bytes, made } = record();
    made.keep();
    bytes.fill(0);
    assert.equal(made.text, text);
    assert.equal(made.feature.b, 'ü');
    assert.throws(() => made.takeBytes());
  });
});
