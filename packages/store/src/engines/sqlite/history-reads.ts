import type { SQLInputValue } from 'node:sqlite';
import type { ReadRow } from '../../model/feature/row.ts';
import type { VersionBatch } from '../../read/row-reader.ts';
import { IN_LIST } from './rows.ts';
import { READ_COLUMNS } from './space-reader.ts';

const LISTED = IN_LIST.replace('?', '$list');

/** The rows of one version that are asked for, in insertion order. */
export function versionStatement(batch: Exclude<VersionBatch, { ids: unknown }>): {
  sql: string;
  values: Record<string, SQLInputValue>;
} {
  if ('seqs' in batch)
    return { sql: rowsOfVersion(`seq ${LISTED}`, ''), values: { list: JSON.stringify(batch.seqs) } };
  const { after, upTo, limit, part } = batch;
  const where = `seq > $after AND seq <= $upTo${part ? ' AND seq % $count = $index' : ''}`;
  return { sql: rowsOfVersion(where, 'LIMIT $limit'), values: { after, upTo, limit, ...part } };
}

/** The row of an id in a version. */
export const VERSION_OF_ID = rowsOfVersion('id = $id', '');

/** What a row of `feature` or `past` was in a version. */
function rowsOfVersion(where: string, more: string): string {
  return `SELECT ${READ_COLUMNS} FROM feature WHERE ${where} AND version <= $version
    UNION ALL SELECT ${READ_COLUMNS} FROM past WHERE ${where} AND since <= $version AND until > $version
    ORDER BY seq ${more}`;
}

export type ChangeRow = ReadRow & { version: number; change: number };

/** What a read needs of a feature, of whichever of the two tables has it. */
const COLUMNS = ['id', 'has_z', 'geometry_start', 'properties_start', 'properties_end', 'text'] as const;
const [id, hasZ, geometryStart, propertiesStart, propertiesEnd, text] = COLUMNS.map(
  (name) => `coalesce(feature.${name}, past.${name})`,
);

/**
 * Each change with the feature as it became, which it still is or was until a later version; or as it was until it was
 * deleted.
 */
export const CHANGED_ROWS = `SELECT change.version, change.change, change.seq, ${id} AS id, ${hasZ} AS hasZ, ${geometryStart} AS geometryStart,
    ${propertiesStart} AS propertiesStart, ${propertiesEnd} AS propertiesEnd, ${text} AS text
  FROM change
  LEFT JOIN feature ON change.change < 3 AND feature.seq = change.seq AND feature.version = change.version
  LEFT JOIN past ON feature.seq IS NULL AND past.rowid = (SELECT rowid FROM past
    WHERE past.seq = change.seq AND until > change.version - (change.change = 3) ORDER BY until LIMIT 1)
  WHERE (change.version, change.change, change.seq) > ($version, $change, $seq) AND change.version <= $to AND change.change <= 3
  ORDER BY change.version, change.change, change.seq LIMIT $step`;
