import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operand, PropertyTest } from '../model/query/query.ts';
import { writtenTexts } from './written-texts.ts';

const equals = (...operands: Operand[]): PropertyTest => ({
  root: 'properties',
  path: ['deep', 'n'],
  comparison: '=',
  operands,
});

test('a value is looked for behind its name, up to its end', () => {
  assert.deepEqual(writtenTexts([equals(7)]), [['"n":7,', '"n":7}']]);
  assert.deepEqual(writtenTexts([equals('a"b', true)]), [
    ['"n":"a\\"b",', '"n":"a\\"b"}', '"n":true,', '"n":true}'],
  ]);
});

test('where a value can be written in more than one way, only its name is looked for', () => {
  assert.deepEqual(writtenTexts([equals(2 ** 53)]), [['"n":']]);
  assert.deepEqual(writtenTexts([{ ...equals(7), comparison: '>' }]), [['"n":']]);
});

test('zero may be a number too small for a double, such as 1e-400', () => {
  const tiny = ['e-', 'E-', '0'.repeat(323)];
  assert.deepEqual(writtenTexts([equals(0)]), [['"n":'], ['"n":0,', '"n":0}', ...tiny]]);
  for (const text of ['1e-400', '-2E-324', `0.${'0'.repeat(323)}1`]) {
    assert.equal(Math.abs(Number(text)), 0, text);
    assert.ok(
      tiny.some((part) => text.includes(part)),
      text,
    );
  }
});

test('nothing is looked for where a feature without the property may match', () => {
  assert.deepEqual(writtenTexts([equals(7, null)]), []);
});

test('no more than a hundred tests are looked for', () => {
  assert.equal(writtenTexts(Array(100).fill(equals(7))).length, 100);
  assert.equal(writtenTexts(Array(5000).fill(equals(7))).length, 100);
});
