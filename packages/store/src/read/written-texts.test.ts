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
  assert.deepEqual(writtenTexts([equals(7, 0)]), [['"n":']]);
});

test('nothing is looked for where a feature without the property may match', () => {
  assert.deepEqual(writtenTexts([equals(7, null)]), []);
});

test('no more than a hundred tests are looked for', () => {
  assert.equal(writtenTexts(Array(100).fill(equals(7))).length, 100);
  assert.equal(writtenTexts(Array(5000).fill(equals(7))).length, 100);
});
