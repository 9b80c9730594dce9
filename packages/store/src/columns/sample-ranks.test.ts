import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleRank } from '@meridian/geo';
import type { Column } from './batch.ts';
import { ColumnBuilder } from './column-builder.ts';
import { decodeColumn } from './decode-column.ts';
import { encodeColumn } from './encode-column.ts';
import { sampleRanks } from './sample-ranks.ts';

function columnOf(ids: readonly string[]): Column {
  const builder = new ColumnBuilder(ids.length);
  for (const [row, id] of ids.entries()) builder.set(row, id);
  return builder.column();
}

for (const [kind, ids] of Object.entries({
  ASCII: Array.from({ length: 300 }, (_, i) => `feature-${i * i}`),
  'other letters': ['ö', 'x', '漢字', '🌍', 'x', ''],
  'half a character': ['a', '\ud800', 'b'],
}))
  test(`the sample ranks of rows are those of their ids: ${kind}`, () => {
    const column = columnOf(ids);
    const expected = ids.map((id) => sampleRank(id));
    // The second time they are remembered.
    for (const known of [column, decodeColumn(encodeColumn(column))])
      for (let i = 0; i < 2; i++)
        assert.deepEqual(
          ids.map((_, row) => sampleRanks(known).of(row)),
          expected,
        );
  });
