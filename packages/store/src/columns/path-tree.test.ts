import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../testing/any-character.ts';
import { randomCases } from '../../../../testing/effort.ts';
import { parseStored, rawNumber } from '../model/json/exact-json.ts';
import { isObject, type JsonObject, setOwn } from '../model/json/own.ts';
import { KIND, valueIn } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';
import { propertyKey } from './column-key.ts';
import { PathTree } from './path-tree.ts';

const name = fc.constantFrom('a', 'b', 'ab', '', '"', 'ü\n', '7', '__proto__', 'constructor');
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -1e9, max: 1e9 }).map((whole) => whole / 1e5),
  fc.constantFrom('9007199254740993', '-12345678901234567890', '1e999', '2.5e-400').map(rawNumber),
);
const text = fc.oneof(
  fc.constantFrom('', 'a', '"', '\\', 'x\\"', '\ud800', '},{', '1e999'),
  fc.string({ unit: anyCharacter }),
);
const { object } = fc.letrec<{ value: unknown; object: JsonObject; array: unknown[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    number,
    text,
    fc.boolean(),
    fc.constant(null),
    tie('object'),
    tie('array'),
  ),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((members) => {
    const made: JsonObject = {};
    for (const [key, value] of members) setOwn(made, key, value);
    return made;
  }),
  array: fc.array(tie('value'), { maxLength: 3 }),
}));

/** The rows and values at each path, found by parsing. */
function parsed(texts: readonly string[]): Map<string, { rows: number[]; values: ColumnBuilder }> {
  const found = new Map<string, { rows: number[]; values: ColumnBuilder }>();
  const descend = (path: readonly string[], object: JsonObject, row: number) => {
    for (const name of Object.keys(object)) {
      const key = propertyKey([...path, name]);
      const known = found.get(key) ?? { rows: [], values: new ColumnBuilder(1) };
      found.set(key, known);
      known.values.set(known.rows.push(row) - 1, object[name]);
      if (isObject(object[name])) descend([...path, name], object[name], row);
    }
  };
  for (const [row, text] of texts.entries()) descend([], parseStored(text) as JsonObject, row);
  return found;
}

test('properties are taken apart as parsing them would', () =>
  fc.assert(
    fc.property(fc.array(object, { minLength: 1, maxLength: 12 }), (objects) => {
      const texts = objects.map((one) => JSON.stringify(one));
      const tree = new PathTree();
      for (const [row, text] of texts.entries()) tree.add(`{"properties":${text}}`, 14, row);
      const expected = parsed(texts);
      assert.deepEqual(
        tree.nodes.map(({ key }) => key),
        [...expected.keys()],
      );
      for (const { key, rows, values } of tree.nodes) {
        const wanted = expected.get(key)!;
        assert.deepEqual(rows, wanted.rows);
        assert.deepEqual(values!.column(rows.length), wanted.values.column(rows.length));
      }
    }),
    { numRuns: randomCases(1000) },
  ));

test('what is nested deeper than eight levels is cut off, and the rest is read', () => {
  const tree = new PathTree();
  tree.add('{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":[1,"}"]},"b":1}}}}}}},"c":2}', 0, 0);
  assert.deepEqual(
    tree.nodes.filter(({ isCut }) => isCut).map(({ path }) => path.length),
    [8],
  );
  assert.equal(tree.nodes.at(-1)!.key, '["c"]');
  assert.equal(tree.isOpen, false);
});

test('of more paths than there is room for, the values are passed over', () => {
  const tree = new PathTree();
  const many = Object.fromEntries(Array.from({ length: 4097 }, (_, i) => [`n${i}`, { deep: ['}', i] }]));
  tree.add(JSON.stringify(many), 0, 0);
  tree.add('{"x":"\\"","n0":true}', 0, 1);
  assert.equal(tree.isOpen, true);
  assert.equal(tree.nodes.length, 4096);
  assert.equal(valueIn(tree.nodes[0]!.values!.column(2), 1), true);
});

test('a text that is no JSON is reported as damaged', () => {
  for (const text of [
    '',
    '[]',
    '{',
    '{"a"',
    '{"a":',
    '{"a":tru}',
    '{"a":1',
    '{"a":"x',
    '{"a":[1',
    '{"a":1;"b":2}',
    '{a:1}',
  ])
    assert.throws(() => new PathTree().add(text, 0, 0), /damaged|position|JSON/, text);
});

test('texts that occur again have one code, also where there are many', () => {
  const builder = new ColumnBuilder(6000);
  for (let row = 0; row < 6000; row++) builder.set(row, `text ${row % 900}`);
  const column = builder.column();
  assert.equal(column.dictionary.length, 900);
  assert.ok(column.kinds.every((kind) => kind === KIND.text));
  for (let row = 0; row < 6000; row++) assert.equal(valueIn(column, row), `text ${row % 900}`);
});
