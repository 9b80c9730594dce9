import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { geometry } from '../../contract/arbitrary.geometry.ts';
import { jsonValue, objectOf } from '../../contract/arbitrary.json.ts';
import { seed } from '../../contract/seed.ts';
import { parseStored } from '../json/exact-json.ts';
import { type JsonObject, sameJson } from '../json/own.ts';
import { type Feature, NAMESPACE } from './feature.ts';
import {
  type FeatureText,
  geometryText,
  parseForeign,
  parseGeometry,
  parseProperties,
  propertiesText,
  readFeatureText,
  writeFeatureText,
} from './feature-text.ts';

const stamp = { space: 'cities', createdAt: 1, updatedAt: 2 };
const point = { type: 'Point' as const, coordinates: [1, 2] as [number, number] };
const bare: Feature = { id: 'x', geometry: null, properties: {}, tags: [], foreign: {} };
const revision = (tags: string) =>
  `"${NAMESPACE}":{"space":"cities","createdAt":1,"updatedAt":2,"tags":${tags}}`;

describe('the text of a feature', () => {
  const cases: [what: string, feature: Feature, text: string][] = [
    [
      'has all members, however little is known',
      bare,
      `{"type":"Feature","id":"x","geometry":null,"properties":{${revision('[]')}}}`,
    ],
    [
      'has the hub’s marks behind the properties',
      { ...bare, geometry: point, properties: { a: 1, b: null }, tags: ['t'] },
      `{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1,"b":null,${revision('["t"]')}}}`,
    ],
    [
      'has foreign members at its end',
      { ...bare, foreign: { a: {}, z: [1] } },
      `{"type":"Feature","id":"x","geometry":null,"properties":{${revision('[]')}},"a":{},"z":[1]}`,
    ],
    [
      'keeps digits that no number holds',
      {
        ...bare,
        properties: parseStored('{"n":9007199254740993}') as JsonObject,
        foreign: parseStored('{"m":1e999}') as JsonObject,
      },
      `{"type":"Feature","id":"x","geometry":null,"properties":{"n":9007199254740993,${revision('[]')}},"m":1e999}`,
    ],
    [
      'keeps names of prototypes',
      { ...bare, properties: JSON.parse('{"__proto__":{"a":1}}'), foreign: JSON.parse('{"__proto__":2}') },
      `{"type":"Feature","id":"x","geometry":null,"properties":{"__proto__":{"a":1},${revision('[]')}},"__proto__":2}`,
    ],
    [
      'escapes what JSON must escape, in ids too',
      { ...bare, id: '"\\\n🜨\u0000' },
      `{"type":"Feature","id":"\\"\\\\\\n🜨\\u0000","geometry":null,"properties":{${revision('[]')}}}`,
    ],
  ];
  for (const [what, feature, text] of cases)
    test(what, () => {
      const written = writeFeatureText(feature, stamp);
      assert.equal(written.text, text);
      assertParts(written, feature);
    });
});

const anyFeature: fc.Arbitrary<Feature> = fc.record({
  id: fc.string({ unit: 'grapheme', minLength: 1 }),
  geometry: fc.option(geometry),
  properties: objectOf(jsonValue).map(({ [NAMESPACE]: _hub, ...properties }) => properties),
  tags: fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }), { maxLength: 4 }),
  foreign: objectOf(jsonValue).map(({ type, id, geometry, properties, bbox, ...foreign }) => foreign),
});

test(`the parts of any feature are where they are said to be (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyFeature, (feature) => {
      const written = writeFeatureText(feature, stamp);
      assert.ok(written.text.isWellFormed(), 'can be sent as UTF-8');
      assertParts(written, feature);
    }),
    { seed, numRuns: randomCases(1000) },
  );
});

function assertParts(stored: FeatureText, feature: Feature): void {
  const { id, geometry, properties, tags, foreign } = feature;
  const namespace = { ...stamp, tags };
  assert.ok(sameJson(parseGeometry(stored), geometry));
  assert.ok(sameJson(parseProperties(stored), { ...properties, [NAMESPACE]: namespace }));
  assert.ok(sameJson(parseForeign(stored), foreign));
  assert.ok(sameJson(readFeatureText(id, stored).feature, feature));
  assert.ok(
    sameJson(parseStored(stored.text), {
      type: 'Feature',
      id,
      geometry,
      properties: { ...properties, [NAMESPACE]: namespace },
      ...foreign,
    }),
  );
  const { text, geometryStart, propertiesEnd } = stored;
  const pieces = [
    text.slice(0, geometryStart),
    geometryText(stored),
    ',"properties":',
    propertiesText(stored),
    text.slice(propertiesEnd),
  ];
  assert.equal(pieces.join(''), text, 'nothing lies between the parts');
}
