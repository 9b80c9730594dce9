import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { jsonValue } from '../../contract/arbitrary.json.ts';
import { isFault } from '../../contract/is-fault.ts';
import { seed } from '../../contract/seed.ts';
import {
  decodeUtf8,
  isRawNumber,
  MAX_JSON_DEPTH,
  parseExactly,
  parseStored,
  plainValue,
} from './exact-json.ts';

const parse = (text: string) => parseExactly(text, 'the body');
const rewritten = (text: string) => JSON.stringify(parse(text));

describe('numbers that a double can not hold keep their digits', () => {
  const kept = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    `1${'0'.repeat(400)}`,
    '1e999',
    '-1e999',
    '1E+400',
    '1e-400',
    '-2.5E-999',
  ];
  for (const digits of kept)
    test(digits.slice(0, 30), () => {
      assert.equal(rewritten(digits), digits);
      assert.equal(rewritten(`{"a":[${digits}]}`), `{"a":[${digits}]}`);
      assert.equal(isRawNumber(parse(digits)), true);
      assert.equal(plainValue(parse(digits)), Number(digits));
    });
});

describe('numbers that a double holds are plain numbers', () => {
  const plain: [text: string, value: number][] = [
    ['0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['13.404999999999999', 13.404999999999999],
    ['0.1234567890123456', 0.1234567890123456],
    ['1234567890123456.5', 1234567890123456.5],
    ['1e100', 1e100],
    ['1.5e-300', 1.5e-300],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0e999', 0],
    ['0.000e-999', 0],
    ['1e0002', 100],
  ];
  for (const [text, value] of plain)
    test(text, () => {
      assert.equal(parse(text), value);
      assert.deepEqual(parse(`{"a":[${text}]}`), { a: [value] });
    });
});

describe('what looks like such a number inside a string stays a string', () => {
  const texts = ['9007199254740993', '1e999', 'a "1e999" b', '\\"12345678901234567890', '1234567890123456\n'];
  for (const text of texts)
    test(JSON.stringify(text), () => {
      assert.equal(parse(JSON.stringify(text)), text);
      assert.deepEqual(parse(JSON.stringify({ [text]: text, n: 1 })), { [text]: text, n: 1 });
    });
});

describe('nesting', () => {
  const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const braces = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);

  test(`is read down to ${MAX_JSON_DEPTH} levels`, () => {
    assert.equal(rewritten(brackets(MAX_JSON_DEPTH)), brackets(MAX_JSON_DEPTH));
    assert.equal(rewritten(braces(MAX_JSON_DEPTH)), braces(MAX_JSON_DEPTH));
  });

  for (const [name, text] of Object.entries({
    'one level more': brackets(MAX_JSON_DEPTH + 1),
    'objects one level more': braces(MAX_JSON_DEPTH + 1),
    'a hundred thousand levels': brackets(100_000),
    'levels that are never closed': '['.repeat(100_000),
    'levels behind a string with quotes': `["\\\\\\"",${brackets(MAX_JSON_DEPTH)}]`,
  }))
    test(`is refused with ${name}`, () =>
      assert.throws(() => parse(text), isFault('invalid', /nested deeper than 200 levels/)));

  test('does not count brackets in strings', () => {
    const text = JSON.stringify({ a: '['.repeat(500), 'b"\\': '{'.repeat(500), c: '\\' });
    assert.equal(rewritten(text), text);
  });

  test('counts what is open, not what was', () =>
    assert.equal((parse(`[${'[[]],'.repeat(500)}1]`) as unknown[]).length, 501));
});

describe('text that is not JSON is refused by name', () => {
  for (const text of [
    '',
    '{',
    '{"a":}',
    "{'a':1}",
    '[1,]',
    'NaN',
    'Infinity',
    '01',
    '0000000000000000',
    '1e',
    '+1',
    '"\n"',
    '"abc',
    '"\\',
    '{} {}',
    'undefined',
    ']]]][[[[',
  ])
    test(JSON.stringify(text), () =>
      assert.throws(() => parse(text), isFault('invalid', /^the body is not valid JSON: /)),
    );
});

describe('names of prototypes are names like any other', () => {
  for (const big of ['', ',"n":1e999'])
    test(big === '' ? 'on the quick path' : 'where a number is kept', () => {
      const text = `{"__proto__":{"polluted":true},"constructor":1${big}}`;
      const value = parse(text) as Record<string, unknown>;
      assert.equal(JSON.stringify(value), text);
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.equal('polluted' in value, false);
    });
});

test(`any JSON comes back as it was (seed ${seed})`, () => {
  const json = jsonValue.map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(json, (text) => {
      assert.equal(rewritten(text), JSON.stringify(JSON.parse(text)));
      assert.equal(JSON.stringify(parseStored(text)), rewritten(text));
    }),
    { seed, numRuns: randomCases(500) },
  );
});

test(`any integer comes back digit by digit (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) =>
      assert.equal(rewritten(`{"n":${integer}}`), `{"n":${integer}}`),
    ),
    { seed, numRuns: randomCases(500) },
  );
});

test('an integer beyond 2^53 that a double happens to hold comes back too', () =>
  assert.equal(rewritten('[9007199254740992,10000000000000000]'), '[9007199254740992,10000000000000000]'));

test('a member whose name is a single backslash is refused: it would make V8 misread others', () => {
  for (const text of ['{"\\\\":1}', '{"a":{"b":0, "\\u005c" :1}}', '[{"a":0,"\\u005C":1}]'])
    assert.throws(() => parse(text), isFault('invalid', /single backslash/));
  for (const text of ['{"a":"\\\\"}', '{"a\\\\":1}', '{"a\\"\\\\":1}', '["\\\\"]'])
    assert.equal(rewritten(text), text);
});

test('a lone surrogate comes back as it was written', () =>
  assert.equal(rewritten('"\\ud800 \\udc00"'), '"\\ud800 \\udc00"'));

describe('bytes', () => {
  test('are read as UTF-8', () => assert.equal(decodeUtf8(Buffer.from('né 🜨'), 'x'), 'né 🜨'));

  test('may begin with a byte order mark, which is dropped', () =>
    assert.equal(decodeUtf8(Buffer.from('\ufeff{}'), 'x'), '{}'));

  const malformed: [what: string, bytes: number[]][] = [
    ['a stray continuation byte', [0x7b, 0x80, 0x7d]],
    ['a sequence cut short', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0x4b, 0xf6, 0x6c, 0x6e]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ];
  for (const [what, bytes] of malformed)
    test(`are refused where they are not UTF-8: ${what}`, () =>
      assert.throws(
        () => decodeUtf8(new Uint8Array(bytes), 'the body'),
        isFault('invalid', /^the body is not valid UTF-8$/),
      ));
});
