import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import { type DecodedColumn, decodeColumn } from '../../columns/decode-column.ts';
import { encodeColumn } from '../../columns/encode-column.ts';
import { entriesWithWord } from '../../columns/word-entries.ts';
import { ColumnCache } from './column-cache.ts';

const ROWS = 1000;

/** A text for each row, all different. */
function texts(): DecodedColumn {
  const builder = new ColumnBuilder(ROWS);
  for (let row = 0; row < ROWS; row++) builder.set(row, `Station ${row}`);
  return decodeColumn(encodeColumn(builder.column()));
}

/** Looks at everything that takes room. */
function use(column: DecodedColumn): void {
  assert.equal(column.codes.length, ROWS);
  assert.equal(column.dictionary[column.codes[7]!], 'Station 7');
  assert.equal(entriesWithWord(column, 'station')?.length, ROWS);
}

test('what is made from a column counts while it is remembered', () => {
  const cache = new ColumnCache();
  const column = texts();
  cache.keepColumn('a', column);
  const stored = cache.bytes;
  use(column);
  assert.ok(cache.bytes > 2 * stored, `${cache.bytes} of ${stored}`);
  const used = cache.bytes;
  use(column);
  assert.equal(cache.bytes, used);
  // Instead of the one that was there.
  cache.keepColumn('a', texts());
  assert.equal(cache.bytes, stored);
});

test('columns not used for longest are reduced to what is stored, before one is forgotten', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const used = texts();
  const stored = used.bytes + 200;
  use(used);
  // Room for what is made of five of them, if all are to stay.
  const limit = (names.length * stored + 5 * used.memory.bytes) * (8 / 7);
  const cache = new ColumnCache(limit);
  for (const name of names) cache.keepColumn(name, texts());
  for (const name of [...names, ...names]) {
    use(cache.column(name)!);
    assert.ok(cache.bytes <= limit);
  }
});

test('a new limit holds at once', () => {
  const cache = new ColumnCache();
  const size = texts().bytes + 200;
  for (let i = 0; i < 20; i++) cache.keepColumn(`column ${i}`, texts());
  assert.equal(cache.bytes, 20 * size);
  cache.bound(10 * size);
  assert.ok(cache.bytes <= 10 * size);
  assert.ok(cache.column('column 19') !== undefined);
  cache.bound(30 * size);
  for (let i = 0; i < 30; i++) cache.keepColumn(`column ${i}`, texts());
  assert.equal(cache.bytes, 30 * size);
});

test('of columns that are read over and over and do not all fit in, those that do stay; later they make room', () => {
  let now = 0;
  const size = texts().bytes + 200;
  const cache = new ColumnCache(10 * size, () => now);
  const names = Array.from({ length: 15 }, (_, i) => `column ${i}`);
  const read = (names: readonly string[]) => {
    const missing = names.filter((name) => !cache.column(name));
    for (const name of missing) cache.keepColumn(name, texts());
    now += 500;
    return missing;
  };
  assert.deepEqual(read(names), names);
  for (let i = 0; i < 4; i++) assert.deepEqual(read(names), names.slice(10));
  now += 2000;
  const others = names.slice(0, 10).map((name) => `other ${name}`);
  assert.deepEqual(read(others), others);
  assert.deepEqual(read(others), []);
  assert.deepEqual(read(names.slice(0, 5)), names.slice(0, 5));
});

test('the bytes never exceed the limit, however much is made of columns', () => {
  let now = 0;
  const size = texts().bytes + 200;
  const cache = new ColumnCache(3 * size, () => now);
  const kept: DecodedColumn[] = [];
  for (let i = 0; i < 20; i++) {
    const column = texts();
    now += i % 2 === 0 ? 3000 : 1;
    kept.push(column);
    cache.keepColumn(`column ${i}`, column);
    for (const one of kept) use(one);
    assert.ok(cache.bytes >= 0 && cache.bytes <= 3 * size);
  }
  assert.ok(cache.column('column 0') === undefined);
});
