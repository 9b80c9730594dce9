import type { DatabaseSync } from 'node:sqlite';
import { type TileAddress, tileBounds } from '@meridian/geo';
import { parseGeometry } from '../../../model/feature/feature-text.ts';
import { Entries } from '../../../pyramid/density/candidate-entry.ts';
import { rangesOf } from '../../../pyramid/density/cell-key.ts';
import { FiledCounts } from '../../../pyramid/density/filed-counts.ts';
import { classesBelow } from '../../../pyramid/density/sample-classes.ts';
import { cachedStatement } from '../cached-statements.ts';
import { type FeatureRow, ROW } from '../feature-rows.ts';
import { IN_LIST } from '../rows.ts';
import { readEntries } from './read-entries.ts';

/** Blocks of counts below a tile, of what is filed there. */
export function countBelow(database: DatabaseSync, tile: TileAddress): ReadonlyMap<number, Uint8Array> {
  const found = readEntries({ database }, classesBelow(1), rangesOf([tileBounds(tile)]));
  const counts = new FiledCounts(tile, new Entries(Buffer.concat([...found].map(({ bytes }) => bytes))));
  const rows = cachedStatement(database, `${ROW} WHERE seq ${IN_LIST}`).all(JSON.stringify(counts.unread));
  for (const row of rows as unknown as FeatureRow[]) counts.add(parseGeometry(row)!);
  return counts.blocks();
}
