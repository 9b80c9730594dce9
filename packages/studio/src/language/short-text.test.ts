import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortText } from './short-text.ts';

for (const [text, longest, shown] of [
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['a🌍b', 4, 'a🌍b'],
  ['a🌍bc', 3, 'a🌍…'],
  ['a🌍bc', 2, 'a…'],
] as const)
  test(`of ${JSON.stringify(text)}, at most ${longest} units are shown: ${shown}`, () =>
    assert.equal(shortText(text, longest), shown));
