import { randomUUID } from 'node:crypto';
import { BLOCK_ROWS, BlockBuilder } from '../../../columns/block-builder.ts';
import { type BuildJob, CHECKED_BLOCKS, dueAt, isIntact } from '../../../columns/build-plan.ts';
import { CellQueue } from '../../../columns/cell-queue.ts';
import { countProperties } from '../../../columns/column-key.ts';
import { DamagedColumn } from '../../../columns/packing.ts';
import type { CellsRequest } from '../../../model/build-request.ts';
import type { SpaceRef } from '../../../model/source.ts';
import { cellsToStore, LOCATING_COLUMNS } from '../../../read/columns/find-cells.ts';
import { stepRows } from '../../../read/step-size.ts';
import { holdSpace } from '../held-space.ts';
import type { Session } from '../session.ts';
import { findJob, rowsToBuild } from './build-job.ts';
import { type ColumnState, columnTablesOf, createColumns } from './column-tables.ts';
import {
  addBeside,
  addBlock,
  blocksWithout,
  dropBlocks,
  forgetStale,
  type ListedBlock,
  locatedBlock,
  selectBlocks,
} from './stored-columns.ts';

/** A block that is being made; `version` and `generation` are those at which reading began. */
type Building = BuildJob & {
  builder: BlockBuilder;
  version: number;
  generation: number;
  after: number;
  /** Rows that are read at a time. */
  step: number;
};

const READ_BYTES = 2 * 1024 * 1024;
const MAX_STEP_ROWS = 2000;
/** So many blocks are in the making at a time in one thread: each is in memory until it is whole. */
const MAX_BUILDING = 2;
const RETRY_MS = 500;
/** Should a process end that has a lease, others go on with its work after this. */
const LEASE_MS = 30_000;

/**
 * Makes the columns of spaces, in the background and in small steps. A space is held only to begin a block and to store it:
 * what is changed while its rows are read is noted by the writes, and the notes outlast the block.
 */
export class ColumnBuilders {
  readonly #owner = randomUUID();
  readonly #blockRows: number;
  readonly #maxStep: number;
  readonly #now: () => number;
  readonly #building = new Map<string, Building>();
  readonly #cells = new Map<string, CellQueue>();
  /** Blocks that are still to be held against their checksums, by space. */
  readonly #toCheck = new Map<string, ListedBlock[]>();

  constructor({ blockRows = BLOCK_ROWS, maxStep = MAX_STEP_ROWS, now = () => Date.now() } = {}) {
    this.#blockRows = blockRows;
    this.#maxStep = maxStep;
    this.#now = now;
  }

  /** Makes room for the columns of a space, which are made from then on. */
  async request(session: Session, space: SpaceRef): Promise<void> {
    await holdSpace(session, space, async ({ columns, isDistributed }) => {
      if (!columns && !isDistributed) await session.script(createColumns(space.storageKey));
    });
  }

  /** Something in them is damaged: each block is looked at, and those that are not right are made again. */
  async check(session: Session, space: SpaceRef): Promise<void> {
    const { storageKey } = space;
    if (this.#toCheck.has(storageKey)) return;
    await holdSpace(session, space, async ({ columns }) => {
      if (columns) this.#toCheck.set(storageKey, await session.rows<ListedBlock>(selectBlocks(storageKey)));
    });
  }

  /** The cells of a kind are stored beside the columns of all blocks that are there. */
  async wantCells(session: Session, space: SpaceRef, request: CellsRequest): Promise<void> {
    const { storageKey } = space;
    const queue = this.#cells.get(storageKey) ?? new CellQueue();
    await holdSpace(session, space, async ({ columns }) => {
      if (columns) queue.add(request, await blocksWithout(session, storageKey, request));
    });
    if (!queue.isEmpty) this.#cells.set(storageKey, queue);
  }

  /** Whether a block of the space is being made. */
  isBuilding({ storageKey }: SpaceRef): boolean {
    return this.#building.has(storageKey);
  }

  forget({ storageKey }: SpaceRef): void {
    this.#building.delete(storageKey);
    this.#toCheck.delete(storageKey);
    this.#cells.delete(storageKey);
  }

  /** Builds a bit. In how many milliseconds there will be more to do; Infinity if there is nothing. */
  async step(session: Session, space: SpaceRef): Promise<number> {
    try {
      if (this.#toCheck.has(space.storageKey)) await this.#checkStep(session, space);
      else if (!(await this.#cellStep(session, space))) return await this.#buildStep(session, space);
      return 0;
    } catch (error) {
      this.forget(space);
      throw error;
    }
  }

  async #buildStep(session: Session, space: SpaceRef): Promise<number> {
    const { storageKey } = space;
    const building = this.#building.get(storageKey) ?? (await this.#begin(session, space));
    if (typeof building === 'number') return building;
    this.#building.set(storageKey, building);
    const { builder, after, upTo, step } = building;
    const rows = await rowsToBuild(session, storageKey, { after, upTo, limit: step });
    for (const row of rows) {
      builder.add(row);
      if (builder.isFull) break;
    }
    building.after = builder.lastSeq ?? after;
    if (!builder.isFull && rows.length === step) return 0;
    this.#building.delete(storageKey);
    await this.#store(session, space, building);
    return 0;
  }

  /** Or in how many milliseconds there is something to begin. */
  async #begin(session: Session, space: SpaceRef): Promise<Building | number> {
    const { storageKey } = space;
    return holdSpace(session, space, async ({ columns, content }) => {
      const dueIn = columns ? this.#dueIn(columns, content.updatedAt) : Infinity;
      if (!columns || dueIn > 0) return dueIn;
      if (this.#building.size >= MAX_BUILDING) return RETRY_MS;
      const { version, lastSeq } = content;
      const job = await findJob(session, storageKey, lastSeq, this.#blockRows);
      await session.rows(
        `UPDATE column_state SET covered_to = greatest(covered_to, $2), leased_by = $3, leased_until = $4,
          written_since = CASE WHEN $5 THEN written_since END WHERE place = $1`,
        job
          ? [storageKey, job.upTo, this.#owner, this.#now() + LEASE_MS, true]
          : [storageKey, 0, null, null, false],
      );
      if (!job) return Infinity;
      return {
        ...job,
        builder: new BlockBuilder(this.#blockRows),
        version,
        generation: columns.generation,
        after: job.first - 1,
        step: Math.min(this.#maxStep, stepRows(content, READ_BYTES)),
      };
    });
  }

  #dueIn({ writtenSince, leasedBy, leasedUntil }: ColumnState, updatedAt: number): number {
    if (writtenSince === null) return Infinity;
    const isTaken = leasedBy !== null && leasedBy !== this.#owner;
    const due = dueAt({ first: writtenSince, last: updatedAt });
    const now = this.#now();
    return Math.max(0, due - now, isTaken ? leasedUntil! - now : 0);
  }

  async #store(session: Session, space: SpaceRef, building: Building): Promise<void> {
    const { storageKey } = space;
    const { builder, first, upTo, replaces, version, generation } = building;
    const range = { first, last: builder.isFull ? builder.lastSeq! : upTo };
    const { paths, blocks } = columnTablesOf(storageKey);
    const keys = new Set(
      (await session.alone<{ key: string }>(`SELECT key FROM ${paths}`)).map(({ key }) => key),
    );
    const block =
      builder.rows > 0 ? builder.finish((key) => keys.has(key), countProperties(keys)) : undefined;
    await holdSpace(session, space, async ({ columns }) => {
      // Emptied meanwhile, or dropped: what was read may be gone without a note.
      if (!columns || columns.generation !== generation || columns.coveredTo < upTo) return;
      const there = await session.rows<{ block: number }>(
        `SELECT block FROM ${blocks} WHERE last >= $1 AND first <= $2`,
        [range.first, range.last],
      );
      // Another process has been at it.
      if (there.length !== replaces.length || there.some(({ block }) => !replaces.includes(block))) return;
      await dropBlocks(session, storageKey, replaces);
      if (block) await addBlock(session, storageKey, block, range);
      await forgetStale(session, storageKey, range, version);
    });
  }

  /** Tells whether there was something to do. */
  async #cellStep(session: Session, space: SpaceRef): Promise<boolean> {
    const { storageKey } = space;
    const job = this.isBuilding(space) ? undefined : this.#cells.get(storageKey)?.take();
    if (!job) return false;
    if (this.#cells.get(storageKey)!.isEmpty) this.#cells.delete(storageKey);
    const { request, block } = job;
    const located = await locatedBlock(session, storageKey, block, LOCATING_COLUMNS);
    if (!located) return true;
    const cells = undamaged(() => cellsToStore(request, located));
    if (!cells) await this.check(session, space);
    else
      await holdSpace(session, space, async ({ columns }) => {
        if (columns) await addBeside(session, storageKey, block, request, cells);
      });
    return true;
  }

  async #checkStep(session: Session, space: SpaceRef): Promise<void> {
    const { storageKey } = space;
    const left = this.#toCheck.get(storageKey)!;
    const { bodies } = columnTablesOf(storageKey);
    const damaged: number[] = [];
    for (const { block, rows } of left.splice(0, CHECKED_BLOCKS)) {
      const stored = await session.alone<{ summary: Uint8Array; bytes: Uint8Array }>(
        `SELECT summary, bytes FROM ${bodies} WHERE block = ${block}`,
      );
      if (!isIntact(stored, rows)) damaged.push(block);
    }
    if (left.length === 0) this.#toCheck.delete(storageKey);
    if (damaged.length === 0) return;
    await holdSpace(session, space, async ({ columns }) => {
      if (!columns) return;
      await dropBlocks(session, storageKey, damaged);
      await session.rows('UPDATE column_state SET written_since = 0 WHERE place = $1', [storageKey]);
    });
  }
}

/** Undefined where the columns it is made from are damaged. */
function undamaged<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof DamagedColumn) return undefined;
    throw error;
  }
}
