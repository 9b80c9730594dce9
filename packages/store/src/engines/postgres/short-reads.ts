import type { OneFeature } from '../../feature-store.ts';
import { missing } from '../../model/fault.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { FeatureView } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import { requireVersion, type StoredVersions, versionRange } from '../../read/version-range.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import type { SharedMemory } from './catalogue/shared-memory.ts';
import { Coalesced } from './coalesced.ts';
import type { Database } from './database.ts';
import type { Lookups } from './lookups.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { textArray, toKey } from './text-key.ts';

/** A feature as it is stored. */
type PlainRow = { key: string; text: string };
/** With what it takes to show a part of it. */
type FoundRow = ReadRow & { key: string };
/** With the versions at that moment; there is a row with those even where there is no feature, or no space. */
type StatedRow = { catalogueVersion: number } & (
  | (ContentState & (PlainRow | { key: null }))
  | { version: null }
);
type OneRow = PlainRow & ContentState;
/** The same of a version of a space that keeps its history. */
type VersionRow = StatedRow & Omit<StoredVersions, 'latest'>;

/** Statements that were asked for lately keep their gathering of ids. */
const MAX_STATEMENTS = 1000;

/** Reads so short that the thread which serves does them itself. */
export class ShortReads {
  readonly #database: Database;
  readonly #memory: Pick<SharedMemory, 'watch'>;
  readonly #lookups: Lookups | undefined;
  readonly #contents: Coalesced<string, ContentState | undefined>;
  readonly #texts = new ByStatement<readonly string[], PlainRow[]>((sql, asked) =>
    this.#readTexts(sql, asked),
  );
  readonly #ones = new ByStatement<string, OneRow | undefined>((sql, keys) => this.#readOnes(sql, keys));
  readonly #plainOnes = new ByStatement<string, OneRow | undefined>((sql, keys) =>
    this.#readPlainOnes(sql, keys),
  );
  readonly #olds = new ByStatement<readonly string[], OneRow[]>((sql, asked, version) =>
    this.#readVersion(sql, asked, version!),
  );

  /** `memory`: learns the version of the catalogue that comes with the state of a content. */
  constructor(database: Database, memory: Pick<SharedMemory, 'watch'>, lookups?: Lookups) {
    this.#database = database;
    this.#memory = memory;
    this.#lookups = lookups;
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
    const rows = await this.#watched<ContentState & { storageKey: string; catalogueVersion: number }>(
      `SELECT catalogue.version AS "catalogueVersion", place AS "storageKey", content.version, updated_at AS "updatedAt"
        FROM catalogue LEFT JOIN content ON place = ANY($1::text[])`,
      storageKeys,
    );
    const found = new Map(
      rows.map(({ storageKey, version, updatedAt }) => [storageKey, { version, updatedAt }]),
    );
    return storageKeys.map((storageKey) => found.get(storageKey));
  }

  /** The texts of those features that are there, in the order of the ids. */
  async texts(storageKey: string, ids: readonly string[], view: FeatureView): Promise<string[]> {
    const rows = await this.#texts.ask(selectById(storageKey, view), ids.map(toKey));
    return rows.map((row) => show(row, view));
  }

  async #readTexts(sql: string, asked: (readonly string[])[]): Promise<PlainRow[][]> {
    const rows = await this.#database.rows<PlainRow>(sql, [textArray([...new Set(asked.flat())])]);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return asked.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  }

  async one(storageKey: string, id: string, view: FeatureView): Promise<OneFeature | undefined> {
    const ones = isPlainView(view) ? this.#plainOnes : this.#ones;
    const row = await ones.ask(selectOne(storageKey, view), toKey(id));
    if (!row) return undefined;
    const { version, updatedAt } = row;
    return { text: show(row, view), content: { version, updatedAt } };
  }

  /** The same of features that are shown as they are stored. */
  async #readPlainOnes(sql: string, keys: string[]): Promise<(OneRow | undefined)[]> {
    const found = this.#memory.watch();
    const rows = await this.#lookups?.ask(sql, textArray([...new Set(keys)]));
    if (!rows) return this.#readOnes(sql, keys);
    found(Number(rows[0]![0]));
    const byKey = new Map<string, OneRow>();
    for (const [, version, updatedAt, key, text] of rows)
      if (version !== null && key)
        byKey.set(key, { key, text: text!, version: Number(version), updatedAt: Number(updatedAt) });
    return keys.map((key) => byKey.get(key));
  }

  async #readOnes(sql: string, keys: string[]): Promise<(OneRow | undefined)[]> {
    const byKey = new Map<string, OneRow>();
    for (const row of await this.#watched<StatedRow>(sql, keys))
      if (row.version !== null && row.key !== null) byKey.set(row.key, row);
    return keys.map((key) => byKey.get(key));
  }

  /**
   * The features of a version that were there, in the order of the ids. A fault as of a lost table where the space has no old
   * states yet.
   */
  async allAt(
    storageKey: string,
    ids: readonly string[],
    view: FeatureView,
    version: number,
  ): Promise<OneFeature[]> {
    const rows = await this.#olds.ask(selectVersion(storageKey, view), ids.map(toKey), version);
    return rows.map((row) => ({
      text: show(row, view),
      content: { version: row.version, updatedAt: row.updatedAt },
    }));
  }

  async #readVersion(sql: string, asked: (readonly string[])[], version: number): Promise<OneRow[][]> {
    const rows = await this.#watched<VersionRow>(sql, asked.flat(), version);
    const [first] = rows;
    if (!first || first.version === null) throw missing();
    requireVersion(versionRange({ ...first, latest: first.version }), version);
    const byKey = new Map<string, OneRow>();
    for (const row of rows) if (row.version !== null && row.key !== null) byKey.set(row.key, row);
    return asked.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  }

  /** Of a statement that takes a list of texts and gives the version of the catalogue with each row, of which there is one. */
  async #watched<Row extends { catalogueVersion: number }>(
    sql: string,
    texts: string[],
    ...others: number[]
  ): Promise<Row[]> {
    const found = this.#memory.watch();
    const rows = await this.#database.rows<Row>(sql, [textArray([...new Set(texts)]), ...others]);
    found(rows[0]!.catalogueVersion);
    return rows;
  }
}

/** Questions of the same statement, and of the same version, are asked together. */
class ByStatement<Q, A> {
  readonly #ask: (sql: string, questions: Q[], version?: number) => Promise<A[]>;
  readonly #coalesced = new Map<string, Coalesced<Q, A>>();

  constructor(ask: (sql: string, questions: Q[], version?: number) => Promise<A[]>) {
    this.#ask = ask;
  }

  ask(sql: string, question: Q, version?: number): Promise<A> {
    const key = version === undefined ? sql : `${version} ${sql}`;
    let coalesced = this.#coalesced.get(key);
    if (!coalesced) {
      coalesced = new Coalesced((questions) => this.#ask(sql, questions, version));
      if (this.#coalesced.size >= MAX_STATEMENTS) this.#coalesced.clear();
      this.#coalesced.set(key, coalesced);
    }
    return coalesced.ask(question);
  }
}

function selectById(storageKey: string, view: FeatureView): string {
  return `SELECT id AS key, ${columnsOf(view)} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])`;
}

/** In one statement, so that nothing is written between the versions and the feature. */
function selectOne(storageKey: string, view: FeatureView): string {
  return `SELECT catalogue.version AS "catalogueVersion", content.version, content.updated_at AS "updatedAt", found.*
    FROM catalogue LEFT JOIN content ON place = '${storageKey}' LEFT JOIN (
      SELECT id AS key, ${columnsOf(view)} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])) AS found ON true`;
}

/** In one statement, so that nothing expires between the versions and the features. */
function selectVersion(storageKey: string, view: FeatureView): string {
  const columns = `id AS key, ${columnsOf(view)}`;
  return `SELECT catalogue.version AS "catalogueVersion", content.version, content.updated_at AS "updatedAt",
      began, oldest, found.*
    FROM catalogue LEFT JOIN content ON place = '${storageKey}' LEFT JOIN history USING (place) LEFT JOIN (
      SELECT ${columns} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[]) AND version <= $2
      UNION ALL SELECT ${columns} FROM ${historyTableOf(storageKey)}
        WHERE id = ANY($1::text[]) AND since <= $2 AND until > $2) AS found ON true`;
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
