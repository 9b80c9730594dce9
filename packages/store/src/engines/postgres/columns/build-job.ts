import { GEOMETRY_TYPES } from '@meridian/geo';
import type { BuildRow } from '../../../columns/block-builder.ts';
import { type BuildJob, gapsBetween, nextJob } from '../../../columns/build-plan.ts';
import type { Session } from '../session.ts';
import { READ_COLUMNS } from '../space-table.ts';
import { idOf } from '../stored-row.ts';
import { tableOf } from '../table-name.ts';
import { numberArray } from '../text-key.ts';
import { columnTablesOf } from './column-tables.ts';
import { type ListedBlock, selectBlocks, toBlockInfo } from './stored-columns.ts';

/** What should be built next of a space that is held. */
export async function findJob(
  session: Session,
  storageKey: string,
  lastSeq: number,
  blockRows: number,
): Promise<BuildJob | undefined> {
  const listed = await session.rows<ListedBlock & { stale: number }>(
    `SELECT listed.*, (SELECT count(*) FROM ${columnTablesOf(storageKey).stale} WHERE seq BETWEEN first AND last) AS stale
      FROM (${selectBlocks(storageKey)}) AS listed ORDER BY first`,
  );
  const blocks = listed.map(toBlockInfo);
  const gaps = gapsBetween(blocks, lastSeq);
  const filled = await session.rows<{ upTo: number }>(
    `SELECT up_to AS "upTo" FROM unnest($1::bigint[], $2::bigint[]) AS gap (after, up_to)
      WHERE EXISTS (SELECT FROM ${tableOf(storageKey)} WHERE seq > after AND seq <= up_to)`,
    [numberArray(gaps.map(({ after }) => after)), numberArray(gaps.map(({ upTo }) => upTo))],
  );
  const ends = new Set(filled.map(({ upTo }) => upTo));
  const stale = new Map(listed.map(({ first, stale }) => [first, stale]));
  const rows = {
    staleIn: ({ first }: { first: number }) => stale.get(first)!,
    hasRows: (_: number, upTo: number) => ends.has(upTo),
  };
  return nextJob(blocks, lastSeq, rows, blockRows);
}

type FetchedRow = BuildRow & {
  key: string;
  type: number;
  west: number | null;
  south: number;
  east: number;
  north: number;
};

/** The rows between two positions as columns are made from them. The space is not held for it. */
export async function rowsToBuild(
  session: Session,
  storageKey: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<BuildRow[]> {
  const rows = await session.alone<FetchedRow>(
    `SELECT id AS key, ${READ_COLUMNS}, geometry_type AS type, west, south, east, north FROM ${tableOf(storageKey)}
      WHERE seq > ${after} AND seq <= ${upTo} ORDER BY seq LIMIT ${limit}`,
  );
  for (const row of rows) {
    const { west, south, east, north } = row;
    row.id = idOf(row);
    row.geometryType = GEOMETRY_TYPES[row.type - 1];
    row.box = west === null ? undefined : { west, south, east, north };
  }
  return rows;
}
