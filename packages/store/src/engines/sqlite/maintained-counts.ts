import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StatsDelta } from '../../model/statistics/stats-delta.ts';

/** The tables that statistics answer from. */
export class MaintainedCounts {
  readonly #tagCount: CountTable;
  readonly #propertyCount: CountTable;
  readonly #geometryCount: CountTable;

  constructor(database: DatabaseSync) {
    this.#tagCount = new CountTable(database, 'tag_count', ['tag']);
    this.#propertyCount = new CountTable(database, 'property_count', ['key', 'datatype']);
    this.#geometryCount = new CountTable(database, 'geometry_count', ['geometry_type']);
  }

  /** Takes over what was collected. */
  take(statsDelta: StatsDelta): void {
    for (const [tag, change] of statsDelta.tags) this.#tagCount.add(change, tag);
    for (const [code, change] of statsDelta.geometries) this.#geometryCount.add(change, code);
    for (const [key, changes] of statsDelta.properties)
      for (let type = 0; type < changes.length; type++)
        this.#propertyCount.add(changes[type]!, key.toWellFormed(), type);
    statsDelta.clear();
  }
}

/** A table of counts in which a row lives while its count is above zero. */
class CountTable {
  readonly #add: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync, table: string, key: string[]) {
    const placeholders = key.map(() => '?').join(', ');
    this.#add = database.prepare(
      `INSERT INTO ${table} VALUES (${placeholders}, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
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
