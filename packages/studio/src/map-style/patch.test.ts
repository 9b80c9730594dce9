import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchTo } from './patch.ts';

test('a merge patch removes by null what is not wanted any more, at every depth', () => {
  const stored = { label: 'name', size: 5, popup: { text: '{a}', hover: 'none' }, classes: [{ from: 1 }] };
  const wanted = { label: undefined, size: 6, popup: { text: '{b}' }, classes: [], sizeBy: { low: 0 } };
  assert.deepEqual(patchTo(wanted, stored), {
    label: null,
    size: 6,
    popup: { hover: null, text: '{b}' },
    classes: [],
    sizeBy: { low: 0 },
  });
  assert.deepEqual(patchTo({ size: 1 }, undefined), { size: 1 });
});
