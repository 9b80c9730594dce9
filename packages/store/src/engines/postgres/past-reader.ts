import { missing } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { tagsOf } from '../../model/query/match.ts';
import type { VersionRange } from '../../model/results.ts';
import { type KeptVersions, requireVersion, versionRange } from '../../read/version-range.ts';
import type { Value } from './database.ts';
import { pastTableOf, tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import type { RowQuery } from './row-query.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';

/** So many places are looked at in a step; each may have had many states. */
const SCAN_PLACES = 5000;
const STEP_ROWS = 500;

type KeyedRow = ReadRow & { key: string };

/** What can be read of a space's past, and whether there is a table of it. */
export async function readVersions(reading: Reading): Promise<VersionRange & { isKept: boolean }> {
  const [row] = await reading.rows<KeptVersions>(
    `SELECT version AS latest, began, oldest FROM content LEFT JOIN history USING (place) WHERE place = $1`,
    [reading.place],
  );
  if (!row) throw missing();
  return { ...versionRange(row), isKept: row.began !== null };
}

/** The rows of one version ($1) that satisfy a condition. */
export function rowsOfVersion(place: string, isKept: boolean, where: string): string {
  const columns = `id AS key, ${READ_COLUMNS}`;
  const present = `SELECT ${columns} FROM ${tableOf(place)} WHERE ${where} AND version <= $1`;
  if (!isKept) return present;
  return `${present} UNION ALL
    SELECT ${columns} FROM ${pastTableOf(place)} WHERE ${where} AND since <= $1 AND until > $1`;
}

/** Some rows of one version, once it is sure that the version could be read throughout. */
export async function readVersion(
  reading: Reading,
  version: number,
  where: string,
  values: Value[],
  more = '',
): Promise<ReadRow[]> {
  const range = await readVersions(reading);
  requireVersion(range, version);
  const rows = await reading.rows<KeyedRow>(
    `SELECT * FROM (${rowsOfVersion(reading.place, range.isKept, where)}) AS found ORDER BY seq ${more}`,
    [version, ...values],
  );
  // What has expired meanwhile may be gone in part: better no answer than half of one.
  requireVersion(await readVersions(reading), version);
  for (const row of rows) row.id = idOf(row);
  return rows;
}

/** The rows of one version in insertion order, a step at a time; tags are settled, property tests are not. */
export async function* versionRows(
  reading: Reading,
  version: number,
  { filter, part }: RowQuery,
  from: number,
): AsyncGenerator<ReadRow[], void, void> {
  requireVersion(await readVersions(reading), version);
  const where = `seq > $2 AND seq <= $3${part ? ' AND seq % $4::bigint = $5::bigint' : ''}`;
  const own = part ? [part.count, part.index] : [];
  const step = Math.min(STEP_ROWS, await reading.stepRows());
  const end = (await reading.content()).lastSeq;
  for (let after = from; after < end; ) {
    const to = Math.min(end, after + SCAN_PLACES);
    const rows = await readVersion(reading, version, where, [after, to, ...own], `LIMIT ${step}`);
    yield filter.tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), filter.tags)) : rows;
    after = rows.length < step ? to : rows.at(-1)!.seq;
  }
}
