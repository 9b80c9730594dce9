import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indented } from './example.ts';

test('a list of plain values stays on one line, all else is indented', () => {
  assert.equal(
    indented({
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
      tags: ['a, b', 'c'],
      none: [],
    }),
    `{
  "type": "LineString",
  "coordinates": [
    [1, 2],
    [3, 4]
  ],
  "tags": ["a, b", "c"],
  "none": []
}`,
  );
});

test('it stays the same JSON', () => {
  const value = { text: 'line\nbreak [ "quoted" ]', deep: [{ a: [1, [2]] }], list: ['[', '{', ' x '] };
  assert.deepEqual(JSON.parse(indented(value)), value);
});
