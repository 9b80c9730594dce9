import type { OneFeature } from '../../feature-store.ts';
import { missing } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { FeatureView } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { Coalesced } from './coalesced.ts';
import type { Database } from './database.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { tableOf } from './table-name.ts';
import { textArray, toKey } from './text-key.ts';

/** A feature as it is stored. */
type PlainRow = { key: string; text: string };
/** With what it takes to show a part of it. */
type FoundRow = ReadRow & { key: string };
/** With the state of the content at that moment. */
type Stated = { contentVersion: number; contentUpdatedAt: number };

/** Statements that were asked for lately keep their gathering of ids. */
const MAX_STATEMENTS = 1000;

/** Reads so short that the thread which serves does them itself. */
export class ShortReads {
  readonly #database: Database;
  readonly #contents: Coalesced<string, ContentState | undefined>;
  readonly #byStatement = new Map<string, Coalesced<readonly string[], PlainRow[]>>();

  constructor(database: Database) {
    this.#database = database;
    this.#contents = new Coalesced((storageKeys) => this.#readContents(storageKeys));
  }

  async content(storageKey: string): Promise<ContentState> {
    const content = await this.#contents.ask(storageKey);
    if (!content) throw missing();
    return content;
  }

  async contents(storageKeys: readonly string[]): Promise<ContentState[]> {
    const found = await this.#readContents([...storageKeys]);
    // A space that another process deletes at this moment must not hide the others.
    return found.map((content) => content ?? { version: 0, updatedAt: 0 });
  }

  async #readContents(storageKeys: string[]): Promise<(ContentState | undefined)[]> {
    const rows = await this.#database.rows<ContentState & { storageKey: string }>(
      'SELECT place AS "storageKey", version, updated_at AS "updatedAt" FROM content WHERE place = ANY($1::text[])',
      [textArray([...new Set(storageKeys)])],
    );
    const found = new Map(rows.map(({ storageKey, ...content }) => [storageKey, content]));
    return storageKeys.map((storageKey) => found.get(storageKey));
  }

  /** The texts of those features that are there, in the order of the ids. */
  async texts(storageKey: string, ids: readonly string[], view: FeatureView): Promise<string[]> {
    const rows = await this.#rows(selectById(storageKey, view), ids.map(toKey));
    return rows.map((row) => show(row, view));
  }

  async one(storageKey: string, id: string, view: FeatureView): Promise<OneFeature | undefined> {
    const [row] = await this.#rows<PlainRow & Stated>(selectStated(storageKey, view), [toKey(id)]);
    if (!row) return undefined;
    const { contentVersion, contentUpdatedAt } = row;
    return { text: show(row, view), content: { version: contentVersion, updatedAt: contentUpdatedAt } };
  }

  /** Of a statement that takes a list of keys: those of the features that are there, in their order. */
  #rows<Row extends PlainRow = PlainRow>(sql: string, keys: readonly string[]): Promise<Row[]> {
    let coalesced = this.#byStatement.get(sql);
    if (!coalesced) {
      coalesced = new Coalesced((asked) => this.#readRows(sql, asked));
      if (this.#byStatement.size >= MAX_STATEMENTS) this.#byStatement.clear();
      this.#byStatement.set(sql, coalesced);
    }
    return coalesced.ask(keys) as Promise<Row[]>;
  }

  async #readRows(sql: string, asked: (readonly string[])[]): Promise<PlainRow[][]> {
    const rows = await this.#database.rows<PlainRow>(sql, [textArray([...new Set(asked.flat())])]);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return asked.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  }
}

function selectById(storageKey: string, view: FeatureView): string {
  return `SELECT id AS key, ${columnsOf(view)} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])`;
}

/** In one statement, so that nothing is written between the two. */
function selectStated(storageKey: string, view: FeatureView): string {
  return `SELECT id AS key, ${columnsOf(view)}, "contentVersion", "contentUpdatedAt" FROM ${tableOf(storageKey)} CROSS JOIN
    (SELECT version AS "contentVersion", updated_at AS "contentUpdatedAt" FROM content WHERE place = '${storageKey}') AS state
    WHERE id = ANY($1::text[])`;
}

function columnsOf(view: FeatureView): string {
  return isPlainView(view) ? 'text' : READ_COLUMNS;
}

/** The row has the columns that the view needs. */
function show(row: PlainRow, view: FeatureView): string {
  if (isPlainView(view)) return row.text;
  const whole = row as FoundRow;
  return showFeature(new StoredFeature(idOf(whole), whole), view, whole.hasZ === 1);
}
