import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { SCAN_ROWS } from '../../read/step-size.ts';
import {
  type Candidates,
  type Condition,
  candidatesFor,
  numbered,
  partOf,
  surelyInside,
} from './conditions.ts';
import { readVersion, versionRows } from './past-reader.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import type { RowQuery } from './row-query.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { listedNumbers, numberArray } from './text-key.ts';
import type { IndexedProperty } from './write-rows.ts';

/** More rows than this are not collected from indexes: walking along all rows is as good. */
export const MAX_COLLECTED = 50_000;

/** What indexes find is read at once where it is no more than about this: it comes in any order and is put into order. */
const WHOLE_BYTES = 1024 * 1024;

/**
 * A walk along rows that may match, in insertion order: which rows a step looks at. With `isWhole` those are all that are
 * left, or, where there are more than the limit, none.
 */
export type Step = { where: Condition[]; limit: number; isWhole?: boolean };

/** The statement for the rows of a step. One that is to be whole shows by one row too many that it is not. */
export function rowsOfStep(columns: string, table: string, where: string, { limit, isWhole }: Step): string {
  return `SELECT ${columns} FROM ${table} WHERE ${where} ${isWhole ? `LIMIT ${limit + 1}` : `ORDER BY seq LIMIT ${limit}`}`;
}

/** What a step found: how many rows, and the last of them. */
export type Found = { count: number; last: number };

/**
 * Steps along the rows that may match. After each the caller says what it found there, which decides the next one. A
 * step may find nothing.
 */
export async function* stepsAlong(
  reading: Reading,
  query: RowQuery,
  from: number,
): AsyncGenerator<Step, void, Found> {
  const [{ indexed, ordered, sieve }, limit] = await Promise.all([
    candidatesOf(reading, query),
    reading.stepRows(),
  ]);
  const own = query.part ? [partOf(query.part)] : [];
  if (ordered || (indexed.length === 0 && sieve.length === 0))
    return yield* orderedSteps([...indexed, ...sieve, ...own], from, limit);
  if (indexed.length > 0) {
    if (sieve.length === 0) {
      // Where little is shown, little is read in vain.
      const most = Math.min(await reading.stepRows(WHOLE_BYTES), 2 * (query.limit ?? Infinity));
      const where = [{ sql: 'seq > ?', values: [from] }, ...indexed, ...own];
      const { count } = yield { where, limit: most, isWhole: true };
      if (count <= most) return;
    }
    const seqs = await collect(reading, indexed, from);
    if (seqs) return yield* listedSteps(seqs, [...sieve, ...own], limit);
  }
  yield* scanningSteps([...indexed, ...sieve, ...own], from, (await reading.content()).lastSeq, limit);
}

export async function candidatesOf(reading: Reading, { filter, area }: RowQuery): Promise<Candidates> {
  const mayHaveIndex = filter.tests.some(({ root }) => root === 'properties');
  return candidatesFor(filter, area, mayHaveIndex ? await indexesOf(reading) : []);
}

async function indexesOf(reading: Reading): Promise<IndexedProperty[]> {
  const rows = await reading.rows<{ property: number; path: string }>(
    'SELECT property, path FROM indexed_property WHERE place = $1 AND path IS NOT NULL AND built_to IS NULL',
    [reading.place],
  );
  return rows.map(({ property, path }) => ({ property, path: JSON.parse(path) }));
}

/** The numbers of all rows behind one that indexes find, ascending; undefined where that is too many. */
async function collect(
  reading: Reading,
  conditions: Condition[],
  after: number,
): Promise<number[] | undefined> {
  const { sql, values } = numbered(conditions, 2);
  const [row] = await reading.rows<{ count: number; seqs: string | null }>(
    `SELECT count(*) AS count, string_agg(seq::text, ',' ORDER BY seq) AS seqs FROM (
       SELECT seq FROM ${tableOf(reading.place)} WHERE seq > $1 AND ${sql} LIMIT ${MAX_COLLECTED + 1}
     ) AS found`,
    [after, ...values],
  );
  const { count, seqs } = row!;
  return count > MAX_COLLECTED ? undefined : listedNumbers(seqs);
}

/** An index, or the rows themselves, give the next ones in order. */
async function* orderedSteps(
  conditions: Condition[],
  from: number,
  limit: number,
): AsyncGenerator<Step, void, Found> {
  for (let after = from; ; ) {
    const found = yield { where: [{ sql: 'seq > ?', values: [after] }, ...conditions], limit };
    if (found.count < limit) return;
    after = found.last;
  }
}

function* listedSteps(
  seqs: number[],
  conditions: Condition[],
  limit: number,
): Generator<Step, void, unknown> {
  for (let from = 0; from < seqs.length; from += limit) {
    const these = numberArray(seqs.slice(from, from + limit));
    yield { where: [{ sql: 'seq = ANY(?::bigint[])', values: [these] }, ...conditions], limit };
  }
}

async function* scanningSteps(
  conditions: Condition[],
  from: number,
  end: number,
  limit: number,
): AsyncGenerator<Step, void, Found> {
  for (let after = from; after < end; ) {
    const to = Math.min(end, after + SCAN_ROWS);
    const found = yield {
      where: [{ sql: 'seq > ? AND seq <= ?', values: [after, to] }, ...conditions],
      limit,
    };
    after = found.count < limit ? to : found.last;
  }
}

type FoundRow = ReadRow & { key: string };

/** The rows that may pass the property tests and may meet the area, in insertion order, a step at a time. */
export function rowSteps(
  reading: Reading,
  query: RowQuery,
  from: number,
): AsyncGenerator<ReadRow[], void, void> {
  if (query.version !== undefined) return versionRows(reading, query.version, query, from);
  return presentRows(reading, query, from);
}

async function* presentRows(
  reading: Reading,
  query: RowQuery,
  from: number,
): AsyncGenerator<ReadRow[], void, void> {
  const steps = stepsAlong(reading, query, from);
  for (let step = await steps.next(); !step.done; ) {
    const { limit, isWhole } = step.value;
    const rows = await readRows(reading, step.value, query.area);
    yield isWhole && rows.length > limit ? [] : rows;
    step = await steps.next({ count: rows.length, last: rows.at(-1)?.seq ?? 0 });
  }
}

/** The rows of these numbers that still pass the conditions, in insertion order, a step at a time. */
export async function* rowsNumbered(
  reading: Reading,
  seqs: number[],
  conditions: Condition[],
  area: AreaTest | undefined,
): AsyncGenerator<ReadRow[], void, void> {
  for (const step of listedSteps(seqs, conditions, await reading.stepRows()))
    yield await readRows(reading, step, area);
}

/** The rows of a step; where there is an area, with what is known of how they lie to it. */
async function readRows(reading: Reading, step: Step, area: AreaTest | undefined): Promise<ReadRow[]> {
  const { sql, values } = numbered(step.where, 1);
  const sure = area && numbered([surelyInside(area)], values.length + 1);
  const columns = `id AS key, ${READ_COLUMNS} ${sure ? `, NOT ${sure.sql} AS "reachesOut"` : ''}`;
  const found = rowsOfStep(columns, tableOf(reading.place), sql, step);
  const rows = await reading.rows<FoundRow>(
    step.isWhole ? `SELECT * FROM (${found}) AS found ORDER BY seq` : found,
    [...values, ...(sure?.values ?? [])],
  );
  for (const row of rows) row.id = idOf(row);
  return rows;
}

/** Rows by their place, as they were in a version or as they are. */
export async function rowsAt(reading: Reading, seqs: number[], version?: number): Promise<ReadRow[]> {
  if (version !== undefined)
    return readVersion(reading, version, 'seq = ANY($2::bigint[])', [numberArray(seqs)]);
  const rows = await reading.rows<ReadRow & { key: string }>(
    `SELECT id AS key, ${READ_COLUMNS} FROM ${tableOf(reading.place)} WHERE seq = ANY($1::bigint[])`,
    [numberArray(seqs)],
  );
  for (const row of rows) row.id = idOf(row);
  return rows;
}
