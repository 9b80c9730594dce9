import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { seed } from '../../contract/seed.ts';
import { UserPattern, withUserPatterns } from './user-pattern.ts';

describe('a pattern that RE2 can express', () => {
  const cases: [source: string, matching: string, other: string][] = [
    ['^(a+)+$', 'aaa', `${'a'.repeat(100_000)}!`],
    ['^(a|aa)*b$', 'aaab', 'a'.repeat(100_000)],
    ['^.$', '\u{1f600}', '\r'],
    ['^\\s$', '\u00a0', 'x'],
    ['^\\S$', 'x', '\ufeff'],
    ['^[\\s-]$', '\u2003', 'x'],
    ['^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$', '2024-12', '2024-13'],
    ['^\\u{1F600}\\u0041\\x42\\cJ\\0$', '\u{1f600}AB\n\0', 'AB'],
    ['^[[:alph]$', ':', 'b'],
    ['^[\\b]$', '\b', 'b'],
    ['^\\p{Lu}\\P{L}$', 'É1', 'é1'],
    ['a$', 'a', 'a\n'],
  ];
  for (const [source, matching, other] of cases)
    test(`${source} takes no backtracking`, () => {
      const pattern = new UserPattern(source);
      assert.equal(pattern.isLinear, true);
      assert.equal(pattern.test(matching), true);
      assert.equal(pattern.test(other), false);
    });
});

describe('a pattern that RE2 can not express is not refused', () => {
  const cases: [source: string, matching: string, other: string][] = [
    ['^(?=.*\\d)\\w+$', 'a1', 'ab'],
    ['(?<!-)b', 'ab', '-b'],
    ['^(a|b)\\1$', 'aa', 'ab'],
    ['^(?<x>a|b)\\k<x>$', 'bb', 'ab'],
    ['^[^]$', '\n', ''],
    ['^[\\S\\s]$', '\n', ''],
    ['^\\p{Script=Greek}$', 'α', 'a'],
    ['^a{1001}$', 'a'.repeat(1001), 'a'],
    ['^(?i:x)$', 'X', 'y'],
    ['^\\ud83d\\ude00$', '\u{1f600}', 'x'],
  ];
  for (const [source, matching, other] of cases)
    test(source, () => {
      const pattern = new UserPattern(source);
      assert.equal(pattern.isLinear, false);
      assert.equal(pattern.test(matching), true);
      assert.equal(pattern.test(other), false);
    });
});

test('both engines agree on random patterns and texts', () => {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '\\b',
      '\\B',
      '[ab]',
      '[^a]',
      '[\\s\\d]',
      '[a-f_-]',
    ],
    ...[
      '\\.',
      '[\\-a]',
      '\\/',
      '\\n',
      '\\t',
      'é',
      '\u{1f600}',
      '\\u00e9',
      '\\p{L}',
      '^',
      '$',
      '[\\]\\[^]',
      ' ',
    ],
  );
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,3}', '{0,}?');
  const isAssertion = (part: string) => ['\\b', '\\B', '^', '$'].includes(part);
  const piece = fc.tuple(atom, quantifier).map(([part, count]) => (isAssertion(part) ? part : part + count));
  const sequence = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''));
  const source = fc.oneof(
    sequence,
    fc.tuple(sequence, sequence, quantifier).map(([a, b, count]) => `(${a}|${b})${count}`),
    fc.tuple(sequence, sequence).map(([a, b]) => `(?:${a})?${b}`),
  );
  const char = fc.constantFrom(...'ab1_-. /]^\n\r\t\u00a0\u2028\ufeffé[', '\u{1f600}', '\ud83d');
  const text = fc.array(char, { maxLength: 6 }).map((chars) => chars.join(''));
  fc.assert(
    fc.property(source, fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
      const ours = new UserPattern(pattern);
      assert.equal(ours.isLinear, true, pattern);
      const native = new RegExp(pattern, 'u');
      for (const one of texts) {
        const found = native.exec(one);
        // V8 finds `\B` between the halves of a surrogate pair, where ECMAScript never looks.
        if (found && one.codePointAt(found.index - 1)! > 0xffff) continue;
        assert.equal(ours.test(one), found !== null, JSON.stringify({ pattern, one }));
      }
    }),
    { numRuns: randomCases(2000), seed },
  );
});

test('what is no regular expression of ECMAScript is a syntax error, whatever RE2 thinks of it', () => {
  for (const source of ['(', '[[:alpha:]]', '\\A', '\\pL', '(?P<x>a)', 'a**'])
    assert.throws(() => new UserPattern(source), SyntaxError, source);
});

test('libraries make their patterns this way while they work for users, and only then', () => {
  const native = globalThis.RegExp;
  const make = (source: string) => withUserPatterns(() => new RegExp(source, 'u'));
  const made = make('^(a+)+$');
  assert.ok(made instanceof UserPattern);
  assert.deepEqual(
    ['aa', 'ab'].map((text) => text.match(made)),
    [['aa'], null],
  );
  assert.equal(globalThis.RegExp, native);
  assert.throws(() => make('('), SyntaxError);
  assert.equal(globalThis.RegExp, native);
});
