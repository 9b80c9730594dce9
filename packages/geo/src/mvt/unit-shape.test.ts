import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteWriter } from './byte-writer.ts';
import { drawShape } from './unit-shape.ts';

const POINT = 1;

test('points of several parts of a geometry are one MoveTo', () => {
  const commands = new ByteWriter();
  const paths = [Int32Array.of(5, 7), Int32Array.of(8, 7, 8, 9)].map((points) => ({ points, isOuter: true }));
  drawShape({ kind: POINT, paths }, commands);
  // MoveTo of three points, each by what it differs from the one before.
  assert.deepEqual([...commands.bytes], [1 | (3 << 3), 10, 14, 6, 0, 0, 4]);
});
