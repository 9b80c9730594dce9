import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maybe } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import { Overlay } from './overlay.ts';

/** A space of one feature, which has changed since version 1. */
const reader = {
  versions: () => ({ oldest: 1, latest: 2 }),
  changedSince: () => [7],
  stepRows: () => 100,
  rowsOfVersion: () => [{ text: '{}', seq: 7, id: 'a', hasZ: 0 }],
} as unknown as HistoryReader;

test('what a read notes in the row of a feature that has changed is not seen by the next one', () => {
  const overlay = new Overlay(1);
  assert.equal(maybe(overlay.extend(reader, true)), true);
  const [row] = overlay.rowsAt([7]);
  Object.assign(row!, { isInSample: true, needsRecheck: false });
  const [again] = overlay.rowsAt([7]);
  assert.deepEqual([again?.id, again?.isInSample, again?.needsRecheck], ['a', undefined, undefined]);
});
