import type { DatabaseSync } from 'node:sqlite';
import { GEOMETRY_TYPES } from '@meridian/geo';
import { BLOCK_ROWS, BlockBuilder, type BuildRow } from '../../../columns/block-builder.ts';
import {
  type BuildJob,
  CHECKED_BLOCKS,
  dueAt,
  isIntact,
  nextJob,
  type Written,
} from '../../../columns/build-plan.ts';
import { CellQueue, type CellsJob } from '../../../columns/cell-queue.ts';
import { countProperties } from '../../../columns/column-key.ts';
import { DamagedColumn } from '../../../columns/packing.ts';
import type { BlockInfo } from '../../../columns/stored-block.ts';
import type { ColumnRequest } from '../../../model/build-request.ts';
import { cellsToStore, LOCATING_COLUMNS } from '../../../read/columns/find-cells.ts';
import { cachedStatement } from '../cached-statements.ts';
import { ColumnTables } from './column-tables.ts';

type Building = BuildJob & { builder: BlockBuilder; version: number; after: number };

/**
 * The columns of a space: asked for by the first read that would be cheaper with them, made in the background block by
 * block. A write only notes which rows of them are right no longer, in its own transaction.
 */
export class SqliteColumns {
  readonly #database: DatabaseSync;
  readonly #tables: ColumnTables;
  readonly #blockRows: number;
  /** Changes of rows up to here are noted; undefined = nobody has asked for columns. */
  #coveredTo: number | undefined;
  #building: Building | undefined;
  /** Blocks that are still to be held against their checksums. */
  #toCheck: BlockInfo[] = [];
  readonly #cells = new CellQueue();
  #written: Written | undefined;
  /** Whether it is not known that there is nothing to do. */
  #mayHaveWork = true;

  constructor(database: DatabaseSync, blockRows = BLOCK_ROWS) {
    this.#database = database;
    this.#blockRows = blockRows;
    this.#tables = new ColumnTables(database);
    this.reload();
  }

  /** Forgets what memory holds: after a change was undone. */
  reload(): void {
    this.#coveredTo = this.#tables.coveredTo;
    // What is being built has been read from rows whose changes were noted; otherwise it is begun again.
    if (this.#building && !(this.#coveredTo !== undefined && this.#building.upTo <= this.#coveredTo))
      this.#building = undefined;
  }

  get isWanted(): boolean {
    return this.#coveredTo !== undefined;
  }

  /** Inside a transaction. What is asked for is done by `step` from then on. */
  request(what: ColumnRequest): void {
    if (what === 'columns') this.#want();
    else if (what === 'columns check') this.#check();
    else this.#cells.add(what, this.#tables.blocksWithout(what));
  }

  #want(): void {
    if (this.#coveredTo === undefined) this.#cover(0);
    this.#mayHaveWork = true;
  }

  /** Something in them is damaged: each block is looked at, and those that are not right are made again. */
  #check(): void {
    if (this.#toCheck.length === 0) this.#toCheck = this.#tables.blocks();
  }

  inserted(): void {
    if (this.#coveredTo !== undefined) this.#wrote();
  }

  /** The row at a position is another one in this version, or is gone. */
  changed(seq: number, version: number): void {
    if (this.#coveredTo === undefined || seq > this.#coveredTo) return;
    this.#tables.note(seq, version);
    this.#wrote();
  }

  #wrote(): void {
    const now = performance.now();
    this.#written = { first: this.#written?.first ?? now, last: now };
  }

  /** The space has no features any more. */
  empty(): void {
    this.#building = undefined;
    this.#toCheck = [];
    this.#cells.clear();
    if (this.isWanted) this.#tables.empty();
  }

  /** How many milliseconds from now there will be something to do; Infinity if there is nothing. */
  get workIn(): number {
    if (this.#coveredTo === undefined) return Infinity;
    if (this.#toCheck.length > 0 || !this.#cells.isEmpty || this.#building || this.#mayHaveWork) return 0;
    return this.#written ? Math.max(0, dueAt(this.#written) - performance.now()) : Infinity;
  }

  /** Takes the building a step of so many rows further. Inside a transaction. */
  step(rows: number, content: { version: number; lastSeq: number }): void {
    if (this.#toCheck.length > 0) return this.#checkStep();
    const cells = this.#building ? undefined : this.#cells.take();
    if (cells) return this.#storeCells(cells);
    this.#building ??= this.#begin(content);
    if (this.#building) this.#buildStep(this.#building, rows);
  }

  #begin({ version, lastSeq }: { version: number; lastSeq: number }): Building | undefined {
    const rows = {
      staleIn: (range: { first: number; last: number }) => this.#tables.staleIn(range),
      hasRows: (after: number, upTo: number) => this.#tables.hasRowsIn(after, upTo),
    };
    const job = nextJob(this.#tables.blocks(), lastSeq, rows, this.#blockRows);
    this.#mayHaveWork = job !== undefined;
    if (!job) {
      this.#written = undefined;
      return undefined;
    }
    if (job.upTo > this.#coveredTo!) this.#cover(job.upTo);
    return { ...job, builder: new BlockBuilder(this.#blockRows), version, after: job.first - 1 };
  }

  #buildStep(building: Building, limit: number): void {
    const { builder, upTo } = building;
    const rows = this.#rows(building.after, upTo, limit);
    for (const row of rows) {
      builder.add(row);
      if (builder.isFull) break;
    }
    building.after = builder.lastSeq ?? building.after;
    if (builder.isFull || rows.length < limit) this.#store(building);
  }

  #store({ builder, first, upTo, replaces, version }: Building): void {
    this.#building = undefined;
    for (const block of replaces) this.#tables.drop(block);
    const last = builder.isFull ? builder.lastSeq! : upTo;
    if (builder.rows === 0) return this.#tables.forget(first, last, version);
    const paths = this.#tables.paths();
    const block = builder.finish((key) => paths.has(key), countProperties(paths.keys()));
    this.#tables.add(block, first, last, version);
  }

  #storeCells({ request, block }: CellsJob): void {
    const located = this.#tables.located(block, LOCATING_COLUMNS);
    if (!located) return;
    try {
      this.#tables.addBeside(block, request, cellsToStore(request, located));
    } catch (error) {
      if (!(error instanceof DamagedColumn)) throw error;
      this.#check();
    }
  }

  #checkStep(): void {
    for (const { block, rows } of this.#toCheck.splice(0, CHECKED_BLOCKS))
      if (!isIntact(this.#tables.bodies(block), rows)) {
        this.#tables.drop(block);
        this.#mayHaveWork = true;
      }
  }

  #cover(upTo: number): void {
    this.#tables.cover(upTo);
    this.#coveredTo = upTo;
  }

  #rows(after: number, upTo: number, limit: number): BuildRow[] {
    const select = cachedStatement(
      this.#database,
      `SELECT seq, id, has_z, geometry_start, properties_start, properties_end, text, geometry_type, west, south, east, north
       FROM feature WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    );
    // Made into objects here: that takes half as long as having it done.
    select.setReturnArrays(true);
    return (select.all(after, upTo, limit) as unknown as SelectedRow[]).map(toBuildRow);
  }
}

type SelectedRow = [
  seq: number,
  id: string,
  hasZ: number,
  geometryStart: number,
  propertiesStart: number,
  propertiesEnd: number,
  text: string,
  type: number,
  ...box: [west: number | null, south: number, east: number, north: number],
];

function toBuildRow([
  seq,
  id,
  hasZ,
  geometryStart,
  propertiesStart,
  propertiesEnd,
  text,
  type,
  west,
  south,
  east,
  north,
]: SelectedRow): BuildRow {
  const box = west === null ? undefined : { west, south, east, north };
  const geometryType = GEOMETRY_TYPES[type - 1];
  return { seq, id, hasZ, geometryStart, propertiesStart, propertiesEnd, text, geometryType, box };
}
