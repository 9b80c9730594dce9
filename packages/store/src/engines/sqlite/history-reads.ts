import type { SQLInputValue } from 'node:sqlite';
import type { ReadRow } from '../../model/feature/row.ts';
import { SAMPLED_STATES } from '../../model/results.ts';
import type { VersionBatch, VersionWindow } from '../../read/row-reader.ts';
import { IN_LIST, JOINED } from './rows.ts';
import { READ_COLUMNS } from './space-reader.ts';

const LISTED = IN_LIST.replace('?', '$list');

type Statement = { sql: string; values: Record<string, SQLInputValue> };

/** The rows of one version that are asked for, in insertion order. */
export function versionStatement(batch: Exclude<VersionBatch, { ids: unknown }>): Statement {
  if ('seqs' in batch)
    return { sql: rowsOfVersion(`seq ${LISTED}`, ''), values: { list: JSON.stringify(batch.seqs) } };
  return windowStatement(batch, READ_COLUMNS);
}

/** Their texts, joined. */
export function versionTextsStatement(window: VersionWindow): Statement {
  const { sql, values } = windowStatement(window, 'seq, text');
  return { sql: `SELECT ${JOINED} FROM (${sql})`, values };
}

function windowStatement({ after, upTo, limit, part }: VersionWindow, columns: string): Statement {
  const where = `seq > $after AND seq <= $upTo${part ? ' AND seq % $count = $index' : ''}`;
  return { sql: rowsOfVersion(where, 'LIMIT $limit', columns), values: { after, upTo, limit, ...part } };
}

/** The row of an id in a version. */
export const VERSION_OF_ID = rowsOfVersion('id = $id', '');

/** What a row of `feature` or `past` was in a version. */
function rowsOfVersion(where: string, more: string, columns = READ_COLUMNS): string {
  return `SELECT ${columns} FROM feature WHERE ${where} AND version <= $version
    UNION ALL SELECT ${columns} FROM past WHERE ${where} AND since <= $version AND until > $version
    ORDER BY seq ${more}`;
}

export type ChangeRow = ReadRow & { version: number; change: number };

/** What a read needs of a feature, of whichever of the two tables has it. */
const COLUMNS = ['id', 'has_z', 'geometry_start', 'properties_start', 'properties_end', 'text'] as const;
const [id, hasZ, geometryStart, propertiesStart, propertiesEnd, text] = COLUMNS.map(
  (name) => `coalesce(feature.${name}, past.${name})`,
);

/** A change with its row, as both statements below give it. */
const CHANGED_COLUMNS = `change.version, change.change, change.seq, ${id} AS id, ${hasZ} AS hasZ, ${geometryStart} AS geometryStart,
    ${propertiesStart} AS propertiesStart, ${propertiesEnd} AS propertiesEnd, ${text} AS text`;

const CHANGED_JOINS = `LEFT JOIN feature ON change.change < 3 AND feature.seq = change.seq AND feature.version = change.version
  LEFT JOIN past ON feature.seq IS NULL AND past.rowid = (SELECT rowid FROM past
    WHERE past.seq = change.seq AND until > change.version - (change.change = 3) ORDER BY until LIMIT 1)`;

/**
 * Each change with the feature as it became, which it still is or was until a later version; or as it was until it was
 * deleted.
 */
export const CHANGED_ROWS = `SELECT ${CHANGED_COLUMNS} FROM change ${CHANGED_JOINS}
  WHERE (change.version, change.change, change.seq) > ($version, $change, $seq) AND change.version <= $to AND change.change <= 3
  ORDER BY change.version, change.change, change.seq LIMIT $step`;

/**
 * The changes of one kind, and whether each is the last of its feature in the range: what it made is still there at the end
 * of it; or what it deleted has not come back until then.
 */
export const LAST_CHANGES = `SELECT ${CHANGED_COLUMNS}, CASE WHEN change.change < 3 THEN feature.seq IS NOT NULL OR past.until > $to
    ELSE NOT EXISTS (SELECT 1 FROM feature AS later
        WHERE later.id = past.id AND later.version > change.version AND later.version <= $to)
      AND NOT EXISTS (SELECT 1 FROM past AS later WHERE later.id = past.id AND later.until > change.version
        AND later.since > change.version AND later.since <= $to) END AS isLast
  FROM change ${CHANGED_JOINS}
  WHERE change.version >= $from AND change.version <= $to AND change.change = $change
    AND (change.version, change.seq) > ($version, $seq)
  ORDER BY change.version, change.seq LIMIT $step`;

export const HISTORY_SIZE = `SELECT (SELECT count(*) FROM change WHERE change <= 3) AS count, content.bytes AS present,
    count(sampled.size) AS states, coalesce(sum(sampled.size), 0) AS bytes
  FROM content LEFT JOIN (SELECT length(CAST(text AS BLOB)) AS size FROM past LIMIT ${SAMPLED_STATES}) AS sampled`;
