import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ReadRow } from '../../model/feature/row.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { FeatureView } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import type { ContentSize } from '../../read/step-size.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { openForReading } from './database.ts';

export const READ_COLUMNS = `seq, id, has_z AS hasZ, geometry_start AS geometryStart,
  properties_start AS propertiesStart, properties_end AS propertiesEnd, text`;

/** The same columns for `fetchRows`, one of more behind them. */
export const ROW_VALUES = 'seq, id, has_z, geometry_start, properties_start, properties_end, text';

type RowValues = [
  seq: number,
  id: string,
  hasZ: number,
  geometryStart: number,
  propertiesStart: number,
  propertiesEnd: number,
  text: string,
  more: unknown,
];

/** The rows of a statement that selects `ROW_VALUES`. Made into objects here: that takes half as long as having it done. */
export function fetchRows(
  statement: StatementSync,
  values: readonly SQLInputValue[],
  complete: (row: ReadRow, more: unknown) => void = () => {},
): ReadRow[] {
  statement.setReturnArrays(true);
  return (statement.all(...values) as unknown as RowValues[]).map((found) => {
    const [seq, id, hasZ, geometryStart, propertiesStart, propertiesEnd, text, more] = found;
    const row: ReadRow = { seq, id, hasZ, geometryStart, propertiesStart, propertiesEnd, text };
    complete(row, more);
    return row;
  });
}

/** One connection that reads a space's file, on whichever thread holds it. */
export class SpaceReader {
  readonly path: string;
  readonly database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;
  #format = 0;

  constructor(path: string, isMapped = false) {
    this.path = path;
    this.database = openForReading(path, isMapped);
    this.#statements = prepare(this.database);
  }

  close(): void {
    this.database.close();
  }

  /** A file of an older version is read as it is, until its writer opens it and brings it to the present format. */
  hasFormat(format: number): boolean {
    if (this.#format < format) this.#format = (this.#statements.format.get() as { format: number }).format;
    return this.#format >= format;
  }

  /** Several reads of one moment, without taking the file's locks again for each. */
  beginSnapshot(): void {
    if (!this.database.isTransaction) this.database.exec('BEGIN');
  }

  endSnapshot(): void {
    // It may have been closed meanwhile to make room for others.
    if (this.database.isOpen && this.database.isTransaction) this.database.exec('COMMIT');
  }

  /** Several questions about one moment. */
  snapshot<T>(read: (reader: SpaceReader) => T): T {
    this.beginSnapshot();
    try {
      return read(this);
    } finally {
      this.endSnapshot();
    }
  }

  content(): ContentState {
    return { ...(this.#statements.content.get() as ContentState) };
  }

  size(): ContentSize {
    return this.#statements.size.get() as ContentSize;
  }

  /** What the file holds; pages that deletes have left free do not count. */
  usedBytes(): number {
    return (this.#statements.usedBytes.get() as { bytes: number }).bytes;
  }

  /** The highest insertion number there is. */
  lastSeq(): number {
    return (this.#statements.lastSeq.get() as { lastSeq: number }).lastSeq;
  }

  /** The texts of those features that are there, in the order asked. */
  texts(ids: Iterable<string>, view: FeatureView): string[] {
    const texts: string[] = [];
    if (isPlainView(view)) {
      for (const id of ids) {
        const row = this.#statements.text.get(id) as unknown as [string] | undefined;
        if (row) texts.push(row[0]);
      }
      return texts;
    }
    for (const id of ids) {
      const row = this.#statements.row.get(id) as ReadRow | undefined;
      if (row) texts.push(showFeature(new StoredFeature(id, row), view, row.hasZ === 1));
    }
    return texts;
  }
}

function prepare(database: DatabaseSync) {
  const text = database.prepare('SELECT text FROM feature WHERE id = ?');
  text.setReturnArrays(true);
  return {
    content: database.prepare('SELECT version, updated_at AS updatedAt FROM content'),
    size: database.prepare('SELECT count, bytes, max_bytes AS maxBytes FROM content'),
    format: database.prepare('SELECT user_version AS format FROM pragma_user_version'),
    usedBytes: database.prepare(
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
    ),
    lastSeq: database.prepare('SELECT last_seq AS lastSeq FROM content'),
    text,
    row: database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE id = ?`),
  };
}
