import { missing } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { behindChange } from '../../model/query/changesets.ts';
import { CHANGES, type ChangeCursor, type ChangesQuery } from '../../model/query/query.ts';
import { type HistorySize, historySize, SAMPLED_STATES } from '../../model/results.ts';
import type { ChangedRow, LastChange, VersionBatch } from '../../read/row-reader.ts';
import { DELETED, MADE_AT, SUPERSEDED } from '../../rules/history.ts';
import type { Reading } from './reading.ts';
import { foundRows, keyedColumns } from './rows.ts';
import type { Value } from './self-contained.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';

/** The rows of one version that are asked for, in insertion order; `hasHistory`: there is a table of old states. */
export function rowsOfVersion(
  reading: Reading,
  version: number,
  batch: VersionBatch,
  hasHistory: boolean,
): Promise<ReadRow[]> {
  const { where, values, limit } = conditionOf(batch);
  const present = `SELECT ${keyedColumns()} FROM ${tableOf(reading.storageKey)} WHERE ${where} AND version <= $1`;
  const oldState = hasHistory
    ? `UNION ALL SELECT ${keyedColumns()} FROM ${historyTableOf(reading.storageKey)}
         WHERE ${where} AND since <= $1 AND until > $1`
    : '';
  const sql = `SELECT * FROM (${present} ${oldState}) AS found ORDER BY seq ${limit}`;
  return foundRows(reading, sql, [version, ...values]);
}

function conditionOf(batch: VersionBatch): { where: string; values: Value[]; limit: string } {
  if ('seqs' in batch)
    return { where: 'seq = ANY($2::bigint[])', values: [numberArray(batch.seqs)], limit: '' };
  if ('ids' in batch)
    return { where: 'id = ANY($2::text[])', values: [textArray(batch.ids.map(toKey))], limit: '' };
  const { after, upTo, limit, part } = batch;
  return {
    where: `seq > $2 AND seq <= $3${part ? ' AND seq % $4::bigint = $5::bigint' : ''}`,
    values: [after, upTo, ...(part ? [part.count, part.index] : [])],
    limit: `LIMIT ${limit}`,
  };
}

/** When versions were made, of those of which that was noted. */
export async function timesOfVersions(
  reading: Reading,
  versions: readonly number[],
): Promise<Map<number, number>> {
  const found = await reading.rows<{ version: number; seq: number }>(
    `SELECT version, seq FROM change WHERE place = $1 AND version = ANY($2::bigint[]) AND change = ${MADE_AT}`,
    [reading.storageKey, numberArray(versions)],
  );
  return new Map(found.map(({ version, seq }) => [version, seq]));
}

/** The positions of what versions after this one changed. */
export async function changedSince(reading: Reading, version: number, limit: number): Promise<number[]> {
  const changes = await reading.rows<{ seq: number }>(
    `SELECT seq FROM change WHERE place = $1 AND version > $2 AND change <= ${SUPERSEDED} LIMIT $3`,
    [reading.storageKey, version, limit],
  );
  return changes.map(({ seq }) => seq);
}

type ChangeRow = { version: number; change: number; seq: number; id: string };
type State = ReadRow & { since: number; until: number | null };

/** The changes behind a cursor, with the features as they became, or were until they were deleted. */
export async function changedRows(
  reading: Reading,
  query: ChangesQuery,
  cursor: ChangesQuery['after'],
  limit: number,
): Promise<ChangedRow[]> {
  const { version, change, seq } = behindChange(cursor, query.from);
  const changes = await reading.rows<ChangeRow>(
    `SELECT version, change, seq, id FROM change
      WHERE place = $1 AND (version, change, seq) > ($2, $3, $4) AND version <= $5 AND change <= 3
      ORDER BY version, change, seq LIMIT $6`,
    [reading.storageKey, version, change, seq, query.to, limit],
  );
  const stateOf = await statesOfChanges(reading, changes);
  return changes.map((change) => ({ ...toChange(change), row: stateOf(change) }));
}

function toChange({ version, change, seq }: ChangeRow): ChangeCursor {
  return { version, change: CHANGES[change - 1]!, seq };
}

/** The same of one kind, and whether the feature was not changed again within the range. */
export async function lastChanges(
  reading: Reading,
  { from, to }: ChangesQuery,
  cursor: ChangeCursor,
  limit: number,
): Promise<LastChange[]> {
  const kind = CHANGES.indexOf(cursor.change) + 1;
  const changes = await reading.rows<ChangeRow>(
    `SELECT version, change, seq, id FROM change
      WHERE place = $1 AND version >= $2 AND version <= $3 AND change = $4 AND (version, seq) > ($5, $6)
      ORDER BY version, seq LIMIT $7`,
    [reading.storageKey, from, to, kind, cursor.version, cursor.seq, limit],
  );
  const stateOf = await statesOfChanges(reading, changes);
  const comebacks = kind === DELETED ? await comebacksOf(reading, changes, to) : new Map<string, number>();
  return changes.map((change) => {
    const row = stateOf(change);
    const until = row?.until ?? Infinity;
    const isLast = kind === DELETED ? !(comebacks.get(change.id)! > change.version) : until > to;
    return { ...toChange(change), row, isLast };
  });
}

/** When features that were deleted were last written again, until a version. */
async function comebacksOf(
  reading: Reading,
  changes: readonly ChangeRow[],
  to: number,
): Promise<Map<string, number>> {
  if (changes.length === 0) return new Map();
  const found = await reading.rows<{ id: string; since: number }>(
    `SELECT id, max(since) AS since FROM (
       SELECT id, version AS since FROM ${tableOf(reading.storageKey)} WHERE id = ANY($1::text[]) AND version > $2 AND version <= $3
       UNION ALL
       SELECT id, since FROM ${historyTableOf(reading.storageKey)} WHERE id = ANY($1::text[]) AND since > $2 AND since <= $3
     ) AS written GROUP BY id`,
    [textArray([...new Set(changes.map(({ id }) => id))]), changes[0]!.version, to],
  );
  return new Map(found.map(({ id, since }) => [id, since]));
}

/** How much history there is; `hasHistory`: there is a table of the past. */
export async function readHistorySize(reading: Reading, hasHistory: boolean): Promise<HistorySize> {
  const oldState = hasHistory
    ? `SELECT octet_length(text) AS size FROM ${historyTableOf(reading.storageKey)} LIMIT ${SAMPLED_STATES}`
    : 'SELECT 0 AS size WHERE false';
  const [sampled] = await reading.rows<{ states: number; bytes: number }>(
    `SELECT count(*) AS states, coalesce(sum(size), 0)::bigint AS bytes FROM (${oldState}) AS sampled`,
  );
  const [present] = await reading.rows<{ count: number; present: number }>(
    `SELECT (SELECT count(*) FROM change WHERE place = $1 AND change <= 3) AS count, bytes AS present
       FROM content WHERE place = $1`,
    [reading.storageKey],
  );
  if (!sampled || !present) throw missing();
  return historySize({ ...sampled, ...present });
}

/** Looks up the state that a change led to, or ended. */
async function statesOfChanges(
  reading: Reading,
  changes: readonly ChangeRow[],
): Promise<(change: ChangeRow) => State | undefined> {
  const states = Map.groupBy(await statesOf(reading, changes), ({ seq }) => seq);
  return ({ version, change, seq }) => {
    const isIt = ({ since, until }: State) => (change === DELETED ? until === version : since === version);
    return states.get(seq)?.find(isIt);
  };
}

async function statesOf(reading: Reading, changes: readonly ChangeRow[]): Promise<State[]> {
  if (changes.length === 0) return [];
  const ids = textArray([...new Set(changes.map(({ id }) => id))]);
  const oldest = Math.min(...changes.map(({ version }) => version));
  const newest = Math.max(...changes.map(({ version }) => version));
  return foundRows<State>(
    reading,
    `SELECT ${keyedColumns()}, version AS since, NULL AS until FROM ${tableOf(reading.storageKey)}
       WHERE id = ANY($1::text[]) AND version >= $2 AND version <= $3
     UNION ALL SELECT ${keyedColumns()}, since, until FROM ${historyTableOf(reading.storageKey)}
       WHERE id = ANY($1::text[]) AND until >= $2 AND since <= $3`,
    [ids, oldest, newest],
  );
}
