import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readKeyValues, showKeyValues } from './key-values.ts';

describe('names with values', () => {
  for (const [text, values] of [
    ['a=1', { a: '1' }],
    [' a = 1 , b.c=x%20y%2Cz ', { a: '1', 'b.c': 'x y,z' }],
    ['authorization=Basic%20YTpi==', { authorization: 'Basic YTpi==' }],
    ['a=', { a: '' }],
    ['a=1,,', { a: '1' }],
  ] as const)
    test(`${JSON.stringify(text)} is read`, () => assert.deepEqual(readKeyValues(text), values));

  for (const text of ['a', '=1', 'a b=1', 'a=%', 'a=%0D%0Ax:y', 'a=1,b'])
    test(`${JSON.stringify(text)} is refused`, () => assert.equal(readKeyValues(text), undefined));

  test('are written as they are read', () => {
    const values = { a: 'x y,z', b: '1' };
    assert.deepEqual(readKeyValues(showKeyValues(values)), values);
  });
});
