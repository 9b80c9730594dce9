import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { parseExactly } from '../json/exact-json.ts';
import { isObject, type JsonObject, valueAt } from '../json/own.ts';
import { parseProperties, writeFeatureText } from './feature-text.ts';
import { NOT_PLAIN, storedValue } from './stored-value.ts';

function stored(properties: JsonObject) {
  const feature = { id: 'x', geometry: null, properties, tags: [], foreign: { a: 1, properties: { b: 2 } } };
  return writeFeatureText(feature, { space: 's', createdAt: 1, updatedAt: 2 });
}

/** As `parseExactly` lets them in: none is a single backslash. Names that are part of others, that have to be escaped, and that objects have by themselves. */
const name = fc.constantFrom('a', 'b', 'aa', '"a', 'a"', 'a:', '', '__proto__', 'é', '\ud800', 'properties');
const leaf = fc.oneof(
  fc.constantFrom(
    'a',
    '"a":',
    '\\',
    '{"a":1}',
    'tail\\"',
    '',
    '\ud800',
    null,
    true,
    false,
    0,
    -1.5,
    1e21,
    1e-7,
  ),
  fc.constant(parseExactly('123456789012345678901', 'a number')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ weight: 2, arbitrary: leaf }, tie('object'), fc.array(tie('tree'), { maxLength: 3 })),
  object: fc
    .array(fc.tuple(name, tie('tree')), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries)),
}));
const properties = fc
  .array(fc.tuple(name, tree), { maxLength: 6 })
  .map((entries) => Object.fromEntries(entries) as JsonObject);

describe('a value in the text of a feature', () => {
  test('is the one that parsing all of it gives', () =>
    fc.assert(
      fc.property(properties, fc.array(name, { minLength: 1, maxLength: 3 }), (properties, path) => {
        const text = stored(properties);
        const expected = valueAt(parseProperties(text), path);
        const found = storedValue(text, path);
        if (isObject(expected) || Array.isArray(expected)) assert.equal(found, NOT_PLAIN);
        else assert.deepEqual(found, expected);
      }),
      { numRuns: randomCases(5000) },
    ));

  test('is not taken from members of other objects, texts or foreign members', () => {
    const text = stored({ c: { a: 1 }, d: '"a":2', e: [{ a: 3 }], 'x"a': 4 });
    assert.equal(storedValue(text, ['a']), undefined);
    assert.equal(storedValue(text, ['b']), undefined);
    assert.equal(storedValue(text, ['c', 'a']), 1);
    assert.equal(storedValue(text, ['e', 'a']), undefined);
  });
});
