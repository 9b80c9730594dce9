import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { foldAccents, foldCase } from './fold.ts';
import { likeMatcher } from './like.ts';

describe('LIKE', () => {
  const cases: [pattern: string, text: string, matches: boolean][] = [
    ['', '', true],
    ['', 'a', false],
    ['%', '', true],
    ['_', '😀', true],
    ['__', '😀', false],
    ['a%b', 'ab', true],
    ['a%b%c', 'axxbxxc', true],
    ['%aa', 'aaa', true],
    ['a%a', 'a', false],
    ['50\\%', '50%', true],
    ['50\\%', '500', false],
    ['\\_', '_', true],
    ['\\_', 'x', false],
    ['a\\\\b', 'a\\b', true],
    ['a\\b', 'a\\b', true],
    ['a.c', 'abc', false],
  ];
  for (const [pattern, text, matches] of cases)
    test(`'${text}' LIKE '${pattern}' is ${matches}`, () =>
      assert.equal(likeMatcher(pattern)(text), matches));

  test('matches what the same regular expression does', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 }),
        (pattern, text) => {
          const regex = new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'u');
          assert.equal(likeMatcher(pattern)(text), regex.test(text));
        },
      ),
      { numRuns: randomCases(3000) },
    ));
});

test('folding a text of marks costs no more than its length', () => {
  // Two kinds of marks that are out of their canonical order: with the square of their number it would take minutes.
  const marks = '\u0301\u0323'.repeat(500_000);
  assert.equal(foldAccents(`a${marks}b`), 'ab');
  assert.equal(foldCase(`A${marks}`).length, marks.length + 1);
});
