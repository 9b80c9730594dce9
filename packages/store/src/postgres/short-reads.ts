import { missing } from '../fault.ts';
import { StoredFeature } from '../query/match.ts';
import type { FeatureView } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import type { ReadRow } from '../read/row.ts';
import type { ContentState } from '../write/write-request.ts';
import type { Database } from './database.ts';
import { Gathered } from './gathered.ts';
import { tableOf } from './place.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { textArray, toKey } from './text-key.ts';

/** A feature as it is stored. */
type PlainRow = { key: string; text: string };
/** With what it takes to show a part of it. */
type FoundRow = ReadRow & { key: string };

/** Places that were asked for lately keep their gathering of ids. */
const MOST_PLACES = 1000;

/** Reads so short that the thread which serves does them itself. */
export class ShortReads {
  readonly #database: Database;
  readonly #contents: Gathered<string, ContentState | undefined>;
  readonly #byId = new Map<string, Gathered<readonly string[], FoundRow[]>>();
  readonly #plainById = new Map<string, Gathered<readonly string[], PlainRow[]>>();

  constructor(database: Database) {
    this.#database = database;
    this.#contents = new Gathered((places) => this.#readContents(places));
  }

  async content(place: string): Promise<ContentState> {
    const content = await this.#contents.ask(place);
    if (!content) throw missing();
    return content;
  }

  async contents(places: readonly string[]): Promise<ContentState[]> {
    const found = await this.#readContents([...places]);
    // A space that another process deletes at this moment must not hide the others.
    return found.map((content) => content ?? { version: 0, updatedAt: 0 });
  }

  async #readContents(places: string[]): Promise<(ContentState | undefined)[]> {
    const rows = await this.#database.rows<ContentState & { place: string }>(
      'SELECT place, version, updated_at AS "updatedAt" FROM content WHERE place = ANY($1::text[])',
      [textArray([...new Set(places)])],
    );
    const found = new Map(rows.map(({ place, ...content }) => [place, content]));
    return places.map((place) => found.get(place));
  }

  /** The texts of those features that are there, in the order of the ids. */
  async texts(place: string, ids: readonly string[], view: FeatureView): Promise<string[]> {
    const keys = ids.map(toKey);
    if (isPlainView(view))
      return inOrder(
        keys,
        await this.#gathered(this.#plainById, place, 'text').ask(keys),
        ({ text }) => text,
      );
    return inOrder(keys, await this.#gathered(this.#byId, place, READ_COLUMNS).ask(keys), (row) =>
      showFeature(new StoredFeature(idOf(row), row), view, row.hasZ === 1),
    );
  }

  #gathered<Row extends { key: string }>(
    byPlace: Map<string, Gathered<readonly string[], Row[]>>,
    place: string,
    columns: string,
  ): Gathered<readonly string[], Row[]> {
    const known = byPlace.get(place);
    if (known) return known;
    if (byPlace.size >= MOST_PLACES) byPlace.clear();
    const made = new Gathered((asked: (readonly string[])[]) => this.#readRows<Row>(place, columns, asked));
    byPlace.set(place, made);
    return made;
  }

  async #readRows<Row extends { key: string }>(
    place: string,
    columns: string,
    asked: (readonly string[])[],
  ): Promise<Row[][]> {
    const rows = await this.#database.rows<Row>(
      `SELECT id AS key, ${columns} FROM ${tableOf(place)} WHERE id = ANY($1::text[])`,
      [textArray([...new Set(asked.flat())])],
    );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return asked.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  }
}

/** What the rows that are there show, in the order in which they were asked for. */
function inOrder<Row extends { key: string }>(
  keys: readonly string[],
  rows: readonly Row[],
  show: (row: Row) => string,
): string[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    return row ? show(row) : [];
  });
}
