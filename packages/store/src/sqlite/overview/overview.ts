import type { DatabaseSync } from 'node:sqlite';
import { type BBox, boxOf, type Geometry, type Geos, isEmptyBBox } from '@meridian/geo';
import { HexCounts } from './hex-counts.ts';
import { LargeTable } from './large-table.ts';
import { PlaceTable } from './place-table.ts';
import { TileCounts } from './tile-counts.ts';

/** A feature that has a place. */
export type Placed = { seq: number; id: string; geometry: Geometry | null };

/**
 * What low zooms are answered from: counts per tile and per hexbin, and the features by place. Asked for by the first read
 * that needs it, then built in steps and kept by every write, in the transaction of the write.
 */
export class Overview {
  readonly #database: DatabaseSync;
  readonly #places: PlaceTable;
  readonly #counts: TileCounts;
  readonly #hexes: HexCounts;
  readonly #large: LargeTable;
  /** Rows up to here are in it; null = all; undefined = nobody has asked for it. */
  #builtTo: number | null | undefined;

  constructor(database: DatabaseSync, geos: () => Geos) {
    this.#database = database;
    this.#places = new PlaceTable(database);
    this.#counts = new TileCounts(database);
    this.#hexes = new HexCounts(database, geos);
    this.#large = new LargeTable(database);
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
    this.#counts.forget();
    this.#hexes.forget();
    const row = this.#database.prepare('SELECT built_to AS builtTo FROM overview').get();
    this.#builtTo = row && (row.builtTo as number | null);
  }

  /** Inside a transaction; built by `buildStep` from then on. */
  want(): void {
    this.#database.exec('INSERT OR IGNORE INTO overview VALUES (1, 0)');
    this.reload();
  }

  /** `box` is that of the geometry, where it is known already. */
  add({ seq, id, geometry }: Placed, box?: BBox): void {
    if (this.#has(seq)) this.#count(seq, id, geometry, 1, box);
  }

  remove({ seq, id, geometry }: Placed): void {
    if (this.#has(seq)) this.#count(seq, id, geometry, -1);
  }

  /** What is not in it yet will be when it is built that far. */
  #has(seq: number): boolean {
    return this.#builtTo !== undefined && (this.#builtTo === null || seq <= this.#builtTo);
  }

  #count(seq: number, id: string, geometry: Geometry | null, sign: 1 | -1, known?: BBox): void {
    const box = geometry && (known ?? boxOf(geometry));
    if (!box || isEmptyBBox(box)) return;
    if (sign > 0) this.#places.add(seq, id, geometry, box);
    else this.#places.remove(seq, id, box);
    if (this.#large.isLarge(box)) return sign > 0 ? this.#large.add(seq, box) : this.#large.remove(seq);
    this.#counts.add(geometry, box, sign);
    this.#hexes.add(geometry, box, sign);
  }

  /** Writes what was gathered in memory. */
  flush(): void {
    this.#counts.flush();
    this.#hexes.flush();
  }

  /** Takes the building a step further. `next` gives the features behind an insertion number. */
  buildStep(next: (after: number) => Placed[]): void {
    if (this.isComplete) return;
    const rows = next(this.#builtTo!);
    for (const { seq, id, geometry } of rows) this.#count(seq, id, geometry, 1);
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
