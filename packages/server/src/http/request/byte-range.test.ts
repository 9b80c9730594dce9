import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeNotSatisfiable, readByteRange } from './byte-range.ts';

const RANGES: [header: string | undefined, expected: [start: number, length: number] | undefined][] = [
  [undefined, undefined],
  ['bytes=0-9', [0, 10]],
  ['bytes=5-', [5, 95]],
  ['bytes=-10', [90, 10]],
  ['bytes=-1000', [0, 100]],
  ['bytes=90-1000', [90, 10]],
  ['bytes=99-99', [99, 1]],
  // May be ignored: all is sent.
  ['bytes=0-1,5-6', undefined],
  ['bytes=9-5', undefined],
  ['lines=1-2', undefined],
  ['bytes=a-b', undefined],
  ['bytes=-', undefined],
];

for (const [header, expected] of RANGES)
  test(`${header} of 100 bytes is ${expected ? expected.join(', ') : 'no range'}`, () => {
    const range = readByteRange(header, 100);
    assert.deepEqual(range && [range.start, range.length], expected);
  });

for (const [header, size] of [
  ['bytes=100-', 100],
  ['bytes=200-300', 100],
  ['bytes=-0', 100],
  ['bytes=0-', 0],
] as const)
  test(`${header} of ${size} bytes is refused`, () =>
    assert.throws(() => readByteRange(header, size), RangeNotSatisfiable));
