import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DuplicateMode } from './duplicate-modes.ts';
import { Duplicates } from './duplicates.ts';

function fates(mode: DuplicateMode, ids: string[]): { fates: string[]; repeats: number } {
  const duplicates = new Duplicates(mode);
  const all = ids.map((id) => {
    const verdict = duplicates.judge(id);
    return 'id' in verdict ? verdict.id : 'reason' in verdict ? 'refused' : 'skipped';
  });
  return { fates: all, repeats: duplicates.repeats };
}

describe('ids that come twice in a file', () => {
  const cases: [mode: DuplicateMode, fates: string[]][] = [
    ['last', ['a', 'b', 'a', 'a']],
    ['first', ['a', 'b', 'skipped', 'skipped']],
    ['error', ['a', 'b', 'refused', 'refused']],
    ['number', ['a', 'b', 'a-2', 'a-3']],
  ];
  for (const [mode, wanted] of cases)
    test(`are counted, and with ${mode} become ${wanted.join(', ')}`, () =>
      assert.deepEqual(fates(mode, ['a', 'b', 'a', 'a']), { fates: wanted, repeats: 2 }));

  test('get numbers that no other id of the file has', () => {
    assert.deepEqual(fates('number', ['a', 'a-2', 'a', 'a']).fates, ['a', 'a-2', 'a-3', 'a-4']);
    assert.deepEqual(fates('number', ['a', 'a', 'a-2']).fates, ['a', 'a-2', 'a-2-2']);
  });
});
