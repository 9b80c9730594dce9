import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanFlat } from './scan-flat.ts';

function scanned(text: string, start = 0) {
  const found: unknown[] = [];
  const end = scanFlat(text, start, 'hidden', (name, value) => found.push([name, value]));
  return { found, end };
}

test('values come under dotted names, lists as text, null not at all', () => {
  const properties = {
    name: 'Å "quoted" \\ \u2028',
    none: null,
    open: true,
    shut: false,
    size: { km: -12.5, parts: { a: 1, b: [] } },
    list: [1, { b: 'x}"' }],
    empty: {},
    hidden: { a: 1, b: '"}' },
    last: 1e21,
  };
  const text = `before${JSON.stringify(properties)}`;
  assert.deepEqual(scanned(text, 6), {
    found: [
      ['name', properties.name],
      ['open', true],
      ['shut', false],
      ['size.km', -12.5],
      ['size.parts.a', 1],
      ['size.parts.b', '[]'],
      ['list', '[1,{"b":"x}\\""}]'],
      ['last', 1e21],
    ],
    end: text.length,
  });
});

test('what is left out is left out at the top only', () => {
  assert.deepEqual(scanned('{"a":{"hidden":1},"hidden":2}').found, [['a.hidden', 1]]);
});

test('numbers that are not held exactly are their digits', () => {
  for (const digits of ['9007199254740993', '1e999', '1e-999'])
    assert.deepEqual(scanned(`{"a":${digits}}`).found, [['a', digits]]);
});

test('objects of a very long name are text', () => {
  const name = 'n'.repeat(300);
  assert.deepEqual(scanned(`{"${name}":{"a":1}}`).found, [[name, '{"a":1}']]);
});

test('what is not JSON as it is stored has to be parsed', () => {
  for (const text of [
    '',
    '[]',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a" :1}',
    '{"\\u0061":1}',
    '{"a":"x',
    '{"a":{"b":1}',
  ])
    assert.equal(scanned(text).end, -1, text);
});
