import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldAttributes, type HeldPairs, type TagWriter } from './held-attributes.ts';

function bytesOf({ keys, values, tags }: TagWriter) {
  return [keys, values, tags].map((writer) => [...writer.bytes]);
}

function written(held: HeldAttributes, all: readonly HeldPairs[], count: number) {
  const writer = held.writing([count]);
  return all.map((pairs) => {
    writer.describe(pairs, count);
    return bytesOf(writer);
  });
}

test('the last of several values of the same name counts, and names of the tile itself do not', () => {
  const [a, b] = [new HeldAttributes(), new HeldAttributes()];
  const one = a.hold('x', ['name', 'first', 'id', 7, 'point_count', 8, 'open', true, 'name', 'last']);
  const other = b.hold('x', ['name', 'last', 'open', true]);
  assert.deepEqual(written(a, [one], 3), written(b, [other], 3));
});

test('what others had is not in what is kept', () => {
  const features = Array.from({ length: 20 }, (_, i) => ({
    id: `${i}`,
    attributes: ['n', i % 7, `key ${i}`, true],
  }));
  const [all, few] = [new HeldAttributes(), new HeldAttributes()];
  const held = features.map(({ id, attributes }) => ({ pairs: all.hold(id, attributes) }));
  const isKept = (_: unknown, i: number) => i % 3 === 0;
  const kept = held.filter(isKept);
  all.keepOnly(kept);
  const alone = features.filter(isKept).map(({ id, attributes }) => few.hold(id, attributes));
  assert.deepEqual(
    kept.map(({ pairs }) => pairs),
    alone,
  );
  assert.deepEqual(written(all, alone, 2), written(few, alone, 2));
});

test('no count makes tags longer than they were measured', () => {
  const held = new HeldAttributes();
  const all = Array.from({ length: 130 }, (_, i) => held.hold(`${i}`, ['n', i]));
  const measured = held.measuring();
  const writer = held.writing([200, 300]);
  all.forEach((pairs, i) => {
    const tagBytes = measured.add(pairs);
    writer.describe(pairs, i % 2 === 0 ? 200 : 300);
    assert.ok(writer.tags.length <= tagBytes);
    assert.ok(tagBytes - writer.tags.length <= pairs.length);
  });
  const bytes = writer.keys.length + writer.values.length;
  assert.ok(bytes <= measured.bytes);
  // Counts that are not there, and the value that stands for an id.
  assert.ok(measured.bytes - bytes <= 20, `${measured.bytes} instead of ${bytes}`);
});
