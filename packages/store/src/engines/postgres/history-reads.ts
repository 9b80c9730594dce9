import type { ReadRow } from '../../model/feature/row.ts';
import { behindChange } from '../../model/query/changesets.ts';
import { CHANGES, type ChangesQuery } from '../../model/query/query.ts';
import type { ChangedRow, VersionBatch } from '../../read/row-reader.ts';
import { DELETED } from '../../rules/history.ts';
import type { Value } from './database.ts';
import type { Reading } from './reading.ts';
import { foundRows, keyedColumns } from './rows.ts';
import { pastTableOf, tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';

/** The rows of one version that are asked for, in insertion order; `hasPast`: there is a table of the past. */
export function rowsOfVersion(
  reading: Reading,
  version: number,
  batch: VersionBatch,
  hasPast: boolean,
): Promise<ReadRow[]> {
  const { where, values, limit } = conditionOf(batch);
  const present = `SELECT ${keyedColumns()} FROM ${tableOf(reading.storageKey)} WHERE ${where} AND version <= $1`;
  const past = hasPast
    ? `UNION ALL SELECT ${keyedColumns()} FROM ${pastTableOf(reading.storageKey)}
         WHERE ${where} AND since <= $1 AND until > $1`
    : '';
  const sql = `SELECT * FROM (${present} ${past}) AS found ORDER BY seq ${limit}`;
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
  const states = Map.groupBy(await statesOf(reading, changes), ({ seq }) => seq);
  return changes.map(({ version, change, seq }) => {
    const isIt = ({ since, until }: State) => (change === DELETED ? until === version : since === version);
    return { version, change: CHANGES[change - 1]!, seq, row: states.get(seq)?.find(isIt) };
  });
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
     UNION ALL SELECT ${keyedColumns()}, since, until FROM ${pastTableOf(reading.storageKey)}
       WHERE id = ANY($1::text[]) AND until >= $2 AND since <= $3`,
    [ids, oldest, newest],
  );
}
