import type { DatabaseSync } from 'node:sqlite';
import { type BBox, boxOf, type Geos, isEmptyBBox } from '@meridian/geo';
import { DensityChanges, type LocatedFeature } from '../../../pyramid/density/density-changes.ts';
import { filedRoom } from '../../../pyramid/density/filed-room.ts';
import { CLASSES } from '../../../pyramid/density/sample-classes.ts';
import { DensityTables } from './density-tables.ts';

/**
 * What low zooms are read from: counts per tile and per hexbin, and the features by location. Asked for by the first read
 * that needs it, then built in steps and maintained by every write, in the transaction of the write.
 */
export class DensityIndex {
  readonly #database: DatabaseSync;
  readonly #tables: DensityTables;
  readonly #changes: DensityChanges;
  /** Rows up to here are in it; null = all; undefined = nobody has asked for it. */
  #builtTo: number | null | undefined;

  constructor(database: DatabaseSync, geos: () => Geos) {
    this.#database = database;
    this.#tables = new DensityTables(database);
    this.#changes = new DensityChanges(this.#tables, geos);
    this.reload();
  }

  get isWanted(): boolean {
    return this.#builtTo !== undefined;
  }

  get isComplete(): boolean {
    return this.#builtTo === undefined || this.#builtTo === null;
  }

  /** Forgets what memory holds and reads how far it is built: after a change was undone. */
  reload(): void {
    this.#changes.forget();
    const row = this.#database.prepare('SELECT built_to AS builtTo FROM overview').get();
    this.#builtTo = row && (row.builtTo as number | null);
  }

  /** Inside a transaction; built by `buildStep` from then on. */
  want(): void {
    this.#database.exec(`INSERT OR IGNORE INTO overview VALUES (1, 0, ${CLASSES})`);
    this.reload();
  }

  /** `box` is that of the geometry, where it is known already. */
  add(feature: LocatedFeature, box?: BBox): void {
    if (this.has(feature.seq)) this.#changes.add(feature, box);
  }

  remove(feature: LocatedFeature): void {
    if (this.has(feature.seq)) this.#changes.remove(feature);
  }

  /** One that is where it was. Its entry changes only with the room that it takes. */
  replace(before: LocatedFeature, after: LocatedFeature): void {
    const { seq, id, geometry } = after;
    const box = geometry && boxOf(geometry);
    if (!box || isEmptyBBox(box) || !this.has(seq)) return;
    if (filedRoom(id, geometry, before.stored) === filedRoom(id, geometry, after.stored)) return;
    this.#tables.removeEntry({ ...before, geometry }, box);
    this.#tables.addEntry({ ...after, geometry }, box);
  }

  /** What is not in it yet will be when it is built that far. */
  has(seq: number): boolean {
    return this.#builtTo !== undefined && (this.#builtTo === null || seq <= this.#builtTo);
  }

  /** Writes what was collected in memory. */
  flush(): void {
    this.#tables.changeCounts(this.#changes.counts.take());
    this.#tables.changeHexes(this.#changes.hexes.take());
  }

  /** Takes the building a step further. `next` gives the features behind an insertion number. */
  buildStep(next: (after: number) => LocatedFeature[]): void {
    if (this.isComplete) return;
    const rows = next(this.#builtTo!);
    for (const row of rows) this.#changes.add(row);
    this.flush();
    this.#builtTo = rows.at(-1)?.seq ?? null;
    this.#database.prepare('UPDATE overview SET built_to = ?').run(this.#builtTo);
  }

  /** The space has no features any more. */
  empty(): void {
    for (const table of ['place', 'count', 'hex', 'large'])
      this.#database.exec(`DELETE FROM overview_${table}`);
    this.#database.exec('UPDATE overview SET built_to = NULL');
    this.reload();
  }
}
