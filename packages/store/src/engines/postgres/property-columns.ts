import { Fault } from '../../model/fault.ts';
import { isTextIndex } from '../../model/query/text-index.ts';
import type { IndexedProperty } from './indexed-property.ts';
import type { Session } from './session.ts';
import { columnType, createIndex, createIndexes, propertyColumn, propertyIndex } from './space-table.ts';
import { tableOf } from './table-name.ts';
import { COLUMN_COUNT } from './write-rows.ts';

/** PostgreSQL gives a table so many columns in its whole life: one that was dropped counts too. */
const MAX_COLUMNS = 1600;

/** So many properties can have a column beside those that every feature needs. */
export const MAX_PROPERTY_COLUMNS = MAX_COLUMNS - COLUMN_COUNT;

/**
 * The columns of a table that are for indexed properties. One that is no longer used stays where it is, and is renamed for the
 * next property: a read that still knows the old name fails instead of finding other values. Its old values are
 * overwritten while the index is built. Columns of words are dropped: no other property can have them.
 */
export class PropertyColumns {
  readonly #storageKey: string;
  /** The numbers of columns that are not used. */
  readonly #free: number[];
  /** The highest number that a property has had. */
  #last: number;
  /** Columns that the table has or once had. */
  readonly #count: number;

  private constructor(storageKey: string, free: number[], last: number, count: number) {
    this.#storageKey = storageKey;
    this.#free = free;
    this.#last = last;
    this.#count = count;
  }

  /** Of a space that is held, with the properties that stay. */
  static async of(
    session: Session,
    storageKey: string,
    used: readonly IndexedProperty[],
  ): Promise<PropertyColumns> {
    const columns = await session.rows<{ name: string; number: number }>(
      `SELECT CASE WHEN attisdropped OR atttypid = 'tsvector'::regtype THEN '' ELSE attname::text END AS name,
          attnum AS number FROM pg_attribute
        WHERE attrelid = to_regclass($1) AND attnum > 0`,
      [tableOf(storageKey)],
    );
    const [last] = await session.rows<{ property: number }>(
      'SELECT coalesce(max(property), 0) AS property FROM indexed_property WHERE place = $1',
      [storageKey],
    );
    const isUsed = new Set(used.map(({ property }) => property));
    const free = columns
      .flatMap(({ name }) => /^p(\d+)$/.exec(name)?.[1] ?? [])
      .map(Number)
      .filter((property) => !isUsed.has(property));
    return new PropertyColumns(
      storageKey,
      free,
      last!.property,
      Math.max(...columns.map(({ number }) => number)),
    );
  }

  hasRoomFor(paths: readonly (readonly string[])[]): boolean {
    const texts = paths.filter(isTextIndex).length;
    return this.#count + texts + Math.max(0, paths.length - texts - this.#free.length) <= MAX_COLUMNS;
  }

  /** The number of a property that is added, and what gives it a column. */
  add(path: readonly string[]): { property: number; statements: string[] } {
    const table = tableOf(this.#storageKey);
    const property = ++this.#last;
    const column = propertyColumn(property);
    const free = isTextIndex(path) ? undefined : this.#free.pop();
    if (free === undefined)
      return { property, statements: [`ALTER TABLE ${table} ADD COLUMN ${column} ${columnType(path)}`] };
    return {
      property,
      statements: [
        `DROP INDEX IF EXISTS ${propertyIndex(this.#storageKey, free)}`,
        `ALTER TABLE ${table} RENAME COLUMN ${propertyColumn(free)} TO ${column}`,
        `DELETE FROM indexed_property WHERE place = '${this.#storageKey}' AND property = ${free}`,
      ],
    };
  }
}

/** Writes a table that has had too many columns again, with those it has. Who reads the space waits meanwhile. */
export async function rewriteTable(
  session: Session,
  storageKey: string,
  isDistributed: boolean,
): Promise<void> {
  if (isDistributed)
    throw new Fault(
      'conflict',
      `the table of the space has had ${MAX_COLUMNS} columns, those of earlier searchableProperties among them, and can't have more: copy the features to a new space`,
    );
  const table = tableOf(storageKey);
  const built = await session.rows<{ property: number; path: string }>(
    'SELECT property, path FROM indexed_property WHERE place = $1 AND path IS NOT NULL AND built_to IS NULL',
    [storageKey],
  );
  await session.script([
    `CREATE TABLE ${table}_new (LIKE ${table})`,
    `INSERT INTO ${table}_new SELECT * FROM ${table}`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table}_new RENAME TO ${table}`,
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (id)`,
    ...createIndexes(storageKey, []),
    ...built.map(({ property, path }) => createIndex(storageKey, { property, path: JSON.parse(path) })),
  ]);
}
