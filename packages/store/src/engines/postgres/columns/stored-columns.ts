import { type EncodedBlock, type EncodedColumn, type Gaps, NOTHING } from '../../../columns/block-builder.ts';
import type { BlockInfo } from '../../../columns/stored-block.ts';
import { isCellsKey } from '../../../columns/stored-cells.ts';
import type { LocatedBlock } from '../../../read/columns/find-cells.ts';
import type { Session } from '../session.ts';
import { numberArray, textArray } from '../text-key.ts';
import { columnTablesOf } from './column-tables.ts';

/** A block as its table lists it. */
export type ListedBlock = Omit<BlockInfo, 'gaps'> & { gaps: string };

export function selectBlocks(storageKey: string): string {
  const { blocks } = columnTablesOf(storageKey);
  return `SELECT block, first, last, row_count AS rows, gaps FROM ${blocks} ORDER BY first`;
}

export function toBlockInfo({ gaps, ...listed }: ListedBlock): BlockInfo {
  return { ...listed, gaps: JSON.parse(gaps) as Gaps };
}

/** So many bytes go into one statement, and what comes beyond that by one column. */
const STATEMENT_BYTES = 2 * 1024 * 1024;

/** Adds a block for the positions between two; inside a transaction that holds the space. */
export async function addBlock(
  session: Session,
  storageKey: string,
  { rows, gaps, columns }: EncodedBlock,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const { paths, blocks } = columnTablesOf(storageKey);
  const [added] = await session.rows<{ block: number }>(
    `INSERT INTO ${blocks} (first, last, row_count, gaps) VALUES ($1, $2, $3, $4) RETURNING block`,
    [first, last, rows, JSON.stringify(gaps)],
  );
  await nameColumns(
    session,
    paths,
    columns.map(({ key }) => key),
  );
  let part: EncodedColumn[] = [];
  let bytes = 0;
  for (const column of columns) {
    part.push(column);
    bytes += column.bytes.length + column.summary.length;
    if (bytes < STATEMENT_BYTES) continue;
    await addBodies(session, storageKey, added!.block, part);
    [part, bytes] = [[], 0];
  }
  if (part.length > 0) await addBodies(session, storageKey, added!.block, part);
}

async function addBodies(
  session: Session,
  storageKey: string,
  block: number,
  columns: readonly EncodedColumn[],
): Promise<void> {
  const { paths, bodies } = columnTablesOf(storageKey);
  const hex = (pick: 'summary' | 'bytes') =>
    columns.map((column) => Buffer.from(column[pick]).toString('hex')).join(',');
  await session.rows(
    `INSERT INTO ${bodies} SELECT path, $1, decode(summary, 'hex'), decode(bytes, 'hex') FROM ${paths}
      JOIN unnest($2::text[], string_to_array($3, ','), string_to_array($4, ',')) AS new (key, summary, bytes) USING (key)
      ON CONFLICT DO NOTHING`,
    [block, textArray(columns.map(({ key }) => key)), hex('summary'), hex('bytes')],
  );
}

export async function dropBlocks(
  session: Session,
  storageKey: string,
  dropped: readonly number[],
): Promise<void> {
  if (dropped.length === 0) return;
  const { bodies, blocks } = columnTablesOf(storageKey);
  for (const table of [bodies, blocks])
    await session.rows(`DELETE FROM ${table} WHERE block = ANY($1::bigint[])`, [numberArray(dropped)]);
}

/** Blocks of which nothing is stored under a key. */
export async function blocksWithout(session: Session, storageKey: string, key: string): Promise<number[]> {
  const { paths, bodies, blocks } = columnTablesOf(storageKey);
  const rows = await session.rows<{ block: number }>(
    `SELECT block FROM ${blocks} AS listed WHERE NOT EXISTS (
      SELECT FROM ${paths} JOIN ${bodies} AS body USING (path) WHERE key = $1 AND body.block = listed.block)
      ORDER BY first`,
    [key],
  );
  return rows.map(({ block }) => block);
}

/** A block, and what is stored of it, if that is, under these keys; undefined where it is there no longer. */
export async function locatedBlock(
  session: Session,
  storageKey: string,
  block: number,
  keys: readonly string[],
): Promise<LocatedBlock | undefined> {
  const { paths, bodies, blocks } = columnTablesOf(storageKey);
  const [listed] = await session.alone<{ rows: number; gaps: string }>(
    `SELECT row_count AS rows, gaps FROM ${blocks} WHERE block = ${block}`,
  );
  if (!listed) return undefined;
  const stored = await session.alone<{ key: string; size: number; bytes: Uint8Array | null }>(
    `SELECT key, length(bytes) AS size, CASE WHEN key IN (${keys.map((key) => `'${key}'`).join(', ')}) THEN bytes END AS bytes
      FROM ${paths} JOIN ${bodies} USING (path) WHERE block = ${block}`,
  );
  const found = new Map<string, Uint8Array>();
  let room = (JSON.parse(listed.gaps) as Gaps).room ?? 0;
  for (const { key, size, bytes } of stored) {
    if (isCellsKey(key)) room -= size;
    if (bytes) found.set(key, bytes);
  }
  return { rows: listed.rows, bodies: found, room };
}

/** Stores something beside the columns of a block, if it is there still; inside a transaction that holds the space. */
export async function addBeside(
  session: Session,
  storageKey: string,
  block: number,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const { paths, blocks } = columnTablesOf(storageKey);
  const there = await session.rows(`SELECT FROM ${blocks} WHERE block = $1`, [block]);
  if (there.length === 0) return;
  await nameColumns(session, paths, [key]);
  await addBodies(session, storageKey, block, [{ key, summary: NOTHING, bytes }]);
}

async function nameColumns(session: Session, paths: string, keys: readonly string[]): Promise<void> {
  await session.rows(
    `INSERT INTO ${paths} (key) SELECT key FROM unnest($1::text[]) AS new (key)
      WHERE NOT EXISTS (SELECT FROM ${paths} AS known WHERE known.key = new.key)`,
    [textArray(keys)],
  );
}

/** What was noted of these positions up to a version is noted no longer. */
export async function forgetStale(
  session: Session,
  storageKey: string,
  { first, last }: { first: number; last: number },
  version: number,
): Promise<void> {
  await session.rows(
    `DELETE FROM ${columnTablesOf(storageKey).stale} WHERE seq BETWEEN $1 AND $2 AND version <= $3`,
    [first, last, version],
  );
}
