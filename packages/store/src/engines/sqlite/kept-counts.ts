import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tally } from '../../rules/write/tally.ts';

/** The tables that statistics answer from. */
export class KeptCounts {
  readonly #tagCount: CountTable;
  readonly #propertyCount: CountTable;
  readonly #geometryCount: CountTable;

  constructor(database: DatabaseSync) {
    this.#tagCount = new CountTable(database, 'tag_count', ['tag']);
    this.#propertyCount = new CountTable(database, 'property_count', ['key', 'datatype']);
    this.#geometryCount = new CountTable(database, 'geometry_count', ['geometry_type']);
  }

  /** Takes over what was gathered. */
  take(tally: Tally): void {
    for (const [tag, change] of tally.tags) this.#tagCount.add(change, tag);
    for (const [code, change] of tally.geometries) this.#geometryCount.add(change, code);
    for (const [key, changes] of tally.properties)
      for (let type = 0; type < changes.length; type++)
        this.#propertyCount.add(changes[type]!, key.toWellFormed(), type);
    tally.clear();
  }
}

/** A table of counts in which a row lives while its count is above zero. */
class CountTable {
  readonly #add: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync, table: string, key: string[]) {
    const places = key.map(() => '?').join(', ');
    this.#add = database.prepare(
      `INSERT INTO ${table} VALUES (${places}, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    );
    this.#prune = database.prepare(
      `DELETE FROM ${table} WHERE count <= 0 AND ${key.map((column) => `${column} = ?`).join(' AND ')}`,
    );
  }

  add(change: number, ...key: (string | number)[]): void {
    if (change === 0) return;
    this.#add.run(...key, change);
    if (change < 0) this.#prune.run(...key);
  }
}
