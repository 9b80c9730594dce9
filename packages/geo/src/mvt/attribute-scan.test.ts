import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AttributeScan, IN_TEXT, NUMBER } from './attribute-scan.ts';
import { roomStep } from './room.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What a scan finds in a text behind some other bytes; undefined where it has to be parsed. */
function scanned(text: string, scan = new AttributeScan('hidden', Infinity)) {
  const bytes = encoder.encode(`before${text}  `);
  if (!scan.scan(bytes, 6, bytes.length - 2)) return undefined;
  return Array.from({ length: scan.count }, (_, i) => {
    const kind = scan.kinds[i];
    const value =
      kind === IN_TEXT
        ? decoder.decode(scan.bytes.subarray(scan.froms[i], scan.tos[i]))
        : kind === NUMBER
          ? scan.numbers[i]
          : scan.others[i];
    return [scan.names[i]!.text, value];
  });
}

test('values come under dotted names, lists as text, null not at all', () => {
  const properties = {
    name: 'Å "quoted" \\ \u2028',
    plain: 'Å',
    none: null,
    open: true,
    shut: false,
    size: { km: -12.5, parts: { a: 1, b: [] } },
    list: [1, { b: 'x}"\\' }],
    empty: {},
    hidden: { a: 1, b: '"}' },
    last: 1e21,
  };
  assert.deepEqual(scanned(JSON.stringify(properties)), [
    ['name', properties.name],
    ['plain', 'Å'],
    ['open', true],
    ['shut', false],
    ['size.km', -12.5],
    ['size.parts.a', 1],
    ['size.parts.b', '[]'],
    ['list', '[1,{"b":"x}\\"\\\\"}]'],
    ['last', 1e21],
  ]);
});

test('what is left out is left out at the top only', () => {
  assert.deepEqual(scanned('{"a":{"hidden":1},"hidden":2}'), [['a.hidden', 1]]);
});

test('what tiles have of their own is left out, but not what is in an object of such a name', () => {
  assert.deepEqual(scanned('{"id":1,"point_count":[2],"a":{"id":3},"id":{"b":4}}'), [
    ['a.id', 3],
    ['id.b', 4],
  ]);
});

test('numbers that are not held exactly are their digits', () => {
  for (const digits of ['9007199254740993', '1e999', '1e-999', '-0', '0.0'])
    assert.deepEqual(scanned(`{"a":${digits}}`), [['a', digits]]);
});

test('objects of a very long name are text', () => {
  const name = 'n'.repeat(300);
  assert.deepEqual(scanned(`{"${name}":{"a":1}}`), [[name, '{"a":1}']]);
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
    '{"a":"x\\',
    '{"a":["x\\',
    '{"a":{"b":1}',
  ])
    assert.equal(scanned(text), undefined, text);
});

test('names and values are those of JSON.parse, of any object, also behind another', () => {
  const scan = new AttributeScan('hidden', 20);
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const name = fc
    .oneof(fc.constantFrom('a', 'b', 'ab', 'é', '\ufeffa', '__proto__'), text)
    .filter((one) => JSON.stringify(one) === `"${one}"`);
  const value = fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
  );
  const members = fc.uniqueArray(fc.tuple(name, value), { selector: ([own]) => own, maxLength: 150 });
  fc.assert(
    fc.property(members, (all) => {
      const shown = all.filter(
        ([own, one]) =>
          !['hidden', 'id', 'point_count'].includes(own) && !(typeof one === 'string' && one.length > 20),
      );
      const json = `{${all.map(([own, one]) => `${JSON.stringify(own)}:${JSON.stringify(one)}`).join(',')}}`;
      const parsed = shown.map(([own, one]) => [own, JSON.parse(JSON.stringify(one))]);
      assert.deepEqual(scanned(json, new AttributeScan('hidden', 20)), parsed);
      assert.deepEqual(scanned(json, scan), parsed);
      assert.equal(roomStep('x', 'Point', scan), roomStep('x', 'Point', parsed.flat()));
      assert.equal(
        scan.heldBytes,
        parsed.reduce(
          (sum, [own, one]) => sum + own.length + (typeof one === 'string' ? 3 * one.length : 9),
          0,
        ),
      );
    }),
  );
});

test('so are very many names, of which the first are forgotten', () => {
  const scan = new AttributeScan('hidden', 20);
  for (let i = 0; i < 12_000; i++) assert.deepEqual(scanned(`{"n${i}":{"m":${i}}}`, scan), [[`n${i}.m`, i]]);
});

test('long names are forgotten sooner', () => {
  const scan = new AttributeScan('hidden', 20);
  const trees = new Set();
  for (let i = 0; i < 500; i++) {
    const name = `${i}`.padStart(5000, 'n');
    assert.deepEqual(scanned(`{"${name}":${i}}`, scan), [[name, i]]);
    trees.add(scan.nameTree);
  }
  assert.equal(trees.size, 3);
  assert.equal(scan.names.length, 1);
});

test('there is no room left for very many attributes behind a feature that has them', () => {
  const scan = new AttributeScan('hidden', 20);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${i}`, i % 3 === 0 ? '"' : i]));
  assert.deepEqual(scanned(JSON.stringify(many), scan), Object.entries(many));
  assert.deepEqual(scanned('{"a":1,"b":"c"}', scan), [
    ['a', 1],
    ['b', 'c'],
  ]);
  assert.ok([scan.kinds, scan.froms, scan.tos, scan.numbers, scan.names].every(({ length }) => length < 100));
});
