import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareCodePoints } from '@meridian/filter';
import fc from 'fast-check';
import { anyCharacter } from '../../../../../testing/any-character.ts';
import { randomCases } from '../../../../../testing/effort.ts';
import { seed } from '../../contract/seed.ts';
import type { Feature } from '../feature/feature.ts';
import { writeFeatureText } from '../feature/feature-text.ts';
import { parseStored } from '../json/exact-json.ts';
import type { JsonObject } from '../json/own.ts';
import { matches, StoredFeature } from './match.ts';
import type { Comparison, Operand, PropertyTest } from './query.ts';

function stored(parts: Partial<Feature>): StoredFeature {
  const feature = { id: 'x', geometry: null, properties: {}, tags: [], foreign: {}, ...parts };
  return new StoredFeature(
    feature.id,
    writeFeatureText(feature, { space: 's', createdAt: 100, updatedAt: 200 }),
  );
}

/** Whether `{"v": json}` passes `p.v comparison operands`; an empty json stands for a feature without v. */
function passes(json: string, comparison: Comparison, operands: Operand[]): boolean {
  const properties = (json === '' ? {} : parseStored(`{"v":${json}}`)) as JsonObject;
  return matches(stored({ properties }), [{ root: 'properties', path: ['v'], comparison, operands }]);
}

type Case = [comparison: Comparison, operands: Operand[], matching: string[], others: string[]];

const cases: Record<string, Case[]> = {
  'equal to': [
    ['=', [5], ['5', '5.0', '50e-1'], ['6', '"5"', '[5]', '{"a":5}', 'true', 'null', '']],
    ['=', [0], ['0', '-0', '0.0'], ['""', 'false', 'null', '[]', '']],
    ['=', ['a'], ['"a"', '"\\u0061"'], ['"A"', '"a "', '"ab"', '["a"]', '']],
    ['=', [''], ['""'], ['null', '', '" "', '0', 'false', '[]']],
    ['=', ['5'], ['"5"'], ['5', '']],
    ['=', [true], ['true'], ['"true"', '1', 'false', '']],
    ['=', [false], ['false'], ['"false"', '0', 'null', '']],
    ['=', ['null'], ['"null"'], ['null', '']],
    ['=', [null], ['null', ''], ['0', '""', 'false', '[]', '{}', '"null"']],
    ['=', [1, 'a', true], ['1', '"a"', 'true'], ['2', '"1"', 'false', '']],
    ['=', [1, null], ['1', 'null', ''], ['2']],
    ['=', [2 ** 53], ['9007199254740992', '9007199254740993'], ['9007199254740991']],
  ],
  'unequal to': [
    ['!=', [5], ['6', '"5"', '[5]', '{}', 'true', 'null'], ['5', '5.0', '']],
    ['!=', ['a'], ['"b"', '5', 'null', '["a"]'], ['"a"', '']],
    ['!=', [true], ['false', '"true"', '1', 'null'], ['true', '']],
    ['!=', [null], ['0', '""', 'false', '[]', '{}'], ['null', '']],
    ['!=', [1, 2], ['3', '"1"', 'null'], ['1', '2', '']],
    ['!=', [1, null], ['2', '"x"'], ['1', 'null', '']],
  ],
  'greater than': [
    ['>', [5], ['5.1', '6', '1e400'], ['5', '4', '"6"', 'true', '[6]', 'null', '']],
    ['>', ['b'], ['"c"', '"ba"', '"é"', '"🜨"'], ['"b"', '"a"', '"B"', '""', '5', 'null', '']],
    ['>', ['\uffff'], ['"🜨"'], ['"z"', '"\\uffff"']],
    ['>', [true], [], ['true', 'false', '2', '"true"', '']],
    ['>', [null], [], ['1', 'null', '']],
    ['>', [10, 5], ['6', '11'], ['5', '4']],
    ['>=', [5], ['5', '5.0', '6'], ['4.999', '"5"', '']],
    ['>=', ['b'], ['"b"', '"c"'], ['"a"', '']],
  ],
  'less than': [
    ['<', [5], ['4', '-1e400', '0'], ['5', '6', '"4"', 'null', 'false', '']],
    ['<', ['b'], ['"a"', '"B"', '""', '"9"'], ['"b"', '"c"', '5', 'null', '']],
    ['<=', [5], ['5', '4'], ['5.001', 'null', '']],
    ['<=', ['b'], ['"b"', '"a"'], ['"ba"', '']],
  ],
  containing: [
    [
      'contains',
      ['a'],
      ['["a"]', '["b","a"]'],
      ['"a"', '"abc"', '["A"]', '[["a"]]', '{"a":1}', '[]', 'null', ''],
    ],
    ['contains', [5], ['[5]', '[1,5.0]'], ['5', '["5"]', '[55]', '']],
    ['contains', [true], ['[true]'], ['[1]', '["true"]', 'true']],
    ['contains', [null], ['[null]'], ['null', '[]', '']],
    ['contains', ['x', 'y'], ['["x"]', '["y"]'], ['["z"]']],
    [
      'contains',
      [{ a: 1 }],
      ['[{"a":1}]', '[5,{"a":1,"b":2}]', '{"a":1,"b":2}'],
      ['[{"a":2}]', '[{"b":1}]', '{"a":"1"}', '"a"', ''],
    ],
    [
      'contains',
      [{ a: { b: [1, 2] } }],
      ['{"a":{"b":[2,1,3],"c":0}}', '[{"a":{"b":[1,2]}}]'],
      ['{"a":{"b":[1]}}', '{"a":{"b":1}}'],
    ],
    ['contains', [{}], ['{}', '[{}]', '{"a":1}'], ['[]', '[1]', '"{}"', '']],
    ['contains', [JSON.parse('{"__proto__":1}')], ['{"__proto__":1}'], ['{}', '{"a":1}']],
    ['contains', [JSON.parse('{"constructor":{}}')], ['{"constructor":{}}'], ['{}']],
  ],
};

for (const [what, list] of Object.entries(cases))
  describe(`a property ${what}`, () => {
    for (const [comparison, operands, matching, others] of list)
      test(`${comparison} ${JSON.stringify(operands)}`, () => {
        for (const json of matching)
          assert.equal(passes(json, comparison, operands), true, `matches ${json || 'nothing'}`);
        for (const json of others)
          assert.equal(passes(json, comparison, operands), false, `matches not ${json || 'nothing'}`);
      });
  });

describe('where a test looks', () => {
  const feature = stored({
    id: 'berlin',
    geometry: { type: 'Point', coordinates: [13, 52] },
    properties: JSON.parse('{"a":{"b":1},"a.b":2,"id":"inner","__proto__":{"c":3}}'),
    tags: ['city', '2020'],
    foreign: JSON.parse('{"rank":1,"meta":{"k":"v"},"constructor":"built"}'),
  });
  const looks: [root: PropertyTest['root'], path: string, value: unknown][] = [
    ['properties', 'a b', 1],
    ['properties', 'a.b', 2],
    ['properties', 'id', 'inner'],
    ['properties', '__proto__ c', 3],
    ['properties', 'constructor', undefined],
    ['properties', '@ns:com:here:xyz createdAt', 100],
    ['feature', 'id', 'berlin'],
    ['feature', 'id x', undefined],
    ['feature', 'type', 'Feature'],
    ['feature', 'createdAt', 100],
    ['feature', 'updatedAt', 200],
    ['feature', 'tags', ['city', '2020']],
    ['feature', 'geometry type', 'Point'],
    ['feature', 'geometry coordinates', [13, 52]],
    ['feature', 'properties a b', 1],
    ['feature', 'rank', 1],
    ['feature', 'meta k', 'v'],
    ['feature', 'meta', { k: 'v' }],
    ['feature', 'constructor', 'built'],
    ['feature', 'toString', undefined],
    ['feature', 'a', undefined],
  ];
  for (const [root, path, value] of looks)
    test(`${root} ${path}`, () => assert.deepEqual(feature.valueAt({ root, path: path.split(' ') }), value));

  test('a feature without a geometry has no type of it', () =>
    assert.equal(stored({}).valueAt({ root: 'feature', path: ['geometry', 'type'] }), undefined));
});

describe('f.tags asks for membership', () => {
  const ask = (comparison: Comparison, operands: Operand[]) =>
    matches(stored({ tags: ['a', 'b'] }), [{ root: 'feature', path: ['tags'], comparison, operands }]);
  const questions: [comparison: Comparison, operands: Operand[], result: boolean][] = [
    ['=', ['a'], true],
    ['=', ['c'], false],
    ['=', ['c', 'b'], true],
    ['!=', ['c'], true],
    ['!=', ['a'], false],
    ['!=', ['c', 'a'], false],
    ['contains', ['b'], true],
    ['contains', ['c'], false],
    ['>', ['a'], false],
  ];
  for (const [comparison, operands, result] of questions)
    test(`${comparison} ${operands}: ${result}`, () => assert.equal(ask(comparison, operands), result));
});

test('several tests must all pass', () => {
  const feature = stored({ properties: { n: 15 } });
  const at = (comparison: Comparison, operand: number): PropertyTest => ({
    root: 'properties',
    path: ['n'],
    comparison,
    operands: [operand],
  });
  assert.equal(matches(feature, []), true);
  assert.equal(matches(feature, [at('>=', 10), at('<', 30)]), true);
  assert.equal(matches(feature, [at('>=', 10), at('<', 15)]), false);
});

test(`texts are ordered like their UTF-8 bytes (seed ${seed})`, () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('a', 'z', '\ue000', '\uffff', '🜨'),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
      assert.equal(Math.sign(compareCodePoints(a, b)), bytes);
    }),
    { seed, numRuns: randomCases(2000) },
  );
});
