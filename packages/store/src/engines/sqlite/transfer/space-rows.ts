import type { DatabaseSync } from 'node:sqlite';
import { stepRows } from '../../../read/step-size.ts';
import type {
  MovedChange,
  MovedEntry,
  MovedFeature,
  MovedOldState,
  SpaceHead,
  SpaceRows,
} from '../../../transfer/hub-image.ts';
import { checkFormat } from '../database.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';

export const TEXT = `seq, id, created_at AS createdAt, updated_at AS updatedAt, geometry_start AS geometryStart,
  properties_start AS propertiesStart, properties_end AS propertiesEnd, text`;

/** A version that has expired may have left rows behind; they stay. */
export const OLD_STATES = `SELECT ${TEXT}, since, until, has_z AS hasZ FROM past
  WHERE until >= (SELECT oldest FROM history) ORDER BY seq, until, since`;
export const CHANGES = `SELECT version, change, seq, coalesce(
    (SELECT id FROM feature WHERE feature.seq = change.seq), (SELECT id FROM past WHERE past.seq = change.seq LIMIT 1), ''
  ) AS id FROM change WHERE version >= (SELECT oldest FROM history) ORDER BY version, change, seq`;

const EMPTY: SpaceHead = {
  content: { version: 0, updatedAt: 0, lastSeq: 0, count: 0, bytes: 0, maxBytes: 0 },
  history: undefined,
  indexes: [],
};

export function readHead(database: DatabaseSync, path: string): SpaceHead {
  const format = checkFormat(database, path, SPACE_MIGRATIONS.length);
  // Nothing was ever written to it. What moves is the same in all formats since.
  if (format === 0) return EMPTY;
  const content = database
    .prepare(
      `SELECT version, updated_at AS updatedAt, last_seq AS lastSeq, count, bytes, max_bytes AS maxBytes FROM content`,
    )
    .get();
  const history = database.prepare('SELECT began, oldest FROM history').get();
  const indexes = database.prepare('SELECT path FROM indexed_property ORDER BY property').all();
  return {
    content: content ? ({ ...content } as SpaceHead['content']) : EMPTY.content,
    history: history && ({ ...history } as SpaceHead['history']),
    indexes: indexes.map(({ path }) => JSON.parse(path as string)).sort(byText),
  };
}

function byText(a: string[], b: string[]): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

export function readSpaceRows(database: DatabaseSync, head: SpaceHead): SpaceRows {
  const step = stepRows(head.content);
  const has = checkFormat(database, '', SPACE_MIGRATIONS.length) > 0;
  const read = <T>(sql: string, toRow: (row: Record<string, unknown>) => T = (row) => ({ ...row }) as T) =>
    has ? pagesOf(database, sql, step, toRow) : none<T>();
  return {
    features: read<MovedFeature>(`SELECT ${TEXT}, version FROM feature ORDER BY seq`),
    oldStates: read<MovedOldState>(OLD_STATES, (row) => ({ ...row, hasZ: row.hasZ === 1 }) as MovedOldState),
    changes: read<MovedChange>(CHANGES),
    outbox: read<MovedEntry>('SELECT space AS spaceId, feature, text FROM outbox ORDER BY seq'),
  };
}

async function* none<T>(): AsyncGenerator<T[]> {}

/** Rows of a statement, some at a time. */
export async function* pagesOf<T>(
  database: DatabaseSync,
  sql: string,
  step: number,
  toRow: (row: Record<string, unknown>) => T,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  for (const row of database.prepare(sql).iterate()) {
    page.push(toRow(row));
    if (page.length < step) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
