import { type TileAddress, tileBounds } from '@meridian/geo';
import { parseGeometry } from '../../../model/feature/feature-text.ts';
import { Entries } from '../../../pyramid/density/candidate-entry.ts';
import { KEYS, rangesOf } from '../../../pyramid/density/cell-key.ts';
import { FiledCounts } from '../../../pyramid/density/filed-counts.ts';
import { classesBelow } from '../../../pyramid/density/sample-classes.ts';
import type { ChangedBlocks } from '../../../pyramid/density/tile-counts.ts';
import type { Session } from '../session.ts';
import { type FetchedRow, ROW_COLUMNS } from '../stored-row.ts';
import { tableOf } from '../table-name.ts';
import { numberArray } from '../text-key.ts';
import { densityTablesOf } from './density-tables.ts';

/** Writes blocks of counts, whose numbers and bytes are these parameters. */
export function insertBlocks(tiles: string, numbers: string, bytes: string): string {
  return `INSERT INTO ${tiles} SELECT block, decode(counts, 'hex')
    FROM unnest(${numbers}::integer[], string_to_array(${bytes}, ',')) AS new (block, counts)
    ON CONFLICT (block) DO UPDATE SET counts = excluded.counts`;
}

export function blockValues(blocks: ReadonlyMap<number, Uint8Array>): [string, string] {
  const bytes = [...blocks.values()].map((counts) => Buffer.from(counts).toString('hex'));
  return [numberArray([...blocks.keys()]), bytes.join(',')];
}

export async function removeBlocks(
  session: Session,
  storageKey: string,
  ranges: ChangedBlocks['removed'],
): Promise<void> {
  if (ranges.length === 0) return;
  await session.rows(
    `DELETE FROM ${densityTablesOf(storageKey).tiles}
     USING unnest($1::integer[], $2::integer[]) AS gone (low, high) WHERE block BETWEEN low AND high`,
    [numberArray(ranges.map(([from]) => from)), numberArray(ranges.map(([, to]) => to))],
  );
}

/** Counts below a tile what is filed there. */
export async function countBelow(session: Session, storageKey: string, tile: TileAddress): Promise<void> {
  const { near, tiles } = densityTablesOf(storageKey);
  const ranges = rangesOf([tileBounds(tile)]);
  const keys = (edge: 'from' | 'to') =>
    numberArray(
      classesBelow(1).flatMap((rankClass) => ranges.map((range) => rankClass * KEYS + range[edge])),
    );
  const [filed] = await session.rows<{ bytes: Uint8Array | null }>(
    `SELECT string_agg(entry, '') AS bytes FROM unnest($1::bigint[], $2::bigint[]) AS range (low, high)
     JOIN ${near} ON cell BETWEEN low AND high`,
    [keys('from'), keys('to')],
  );
  const counts = new FiledCounts(tile, new Entries(Buffer.from(filed!.bytes ?? [])));
  if (counts.unread.length > 0) {
    const sql = `SELECT ${ROW_COLUMNS} FROM ${tableOf(storageKey)} WHERE seq = ANY($1::bigint[])`;
    for (const row of await session.rows<FetchedRow>(sql, [numberArray(counts.unread)]))
      counts.add(parseGeometry(row)!);
  }
  await session.rows(insertBlocks(tiles, '$1', '$2'), blockValues(counts.blocks()));
}
