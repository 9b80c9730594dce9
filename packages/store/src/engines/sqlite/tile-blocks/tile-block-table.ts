import type { DatabaseSync } from 'node:sqlite';
import { boxOf, type Geometry, isEmptyBBox } from '@meridian/geo';
import { LEFT_OUT, MADE, TO_MAKE } from '../../../pyramid/tile-blocks/block-cells.ts';
import {
  type Cell,
  childOf,
  childrenOf,
  keysIn,
  meetsCell,
  REACH,
  toUnitBox,
  type UnitBox,
  WORLD,
} from '../../../pyramid/tile-blocks/cell.ts';

/** A cell that is divided into four. */
const DIVIDED = 3;

/** Which cells the world is divided into, and which of their tile blocks can be used; written through to the file. */
export class TileBlockTable {
  readonly #database: DatabaseSync;
  /** States by key and level; read from the file when first needed. */
  #states: Map<number, number> | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Forgets what memory holds: after a change was undone. */
  reload(): void {
    this.#states = undefined;
  }

  begin(): void {
    this.#database.prepare('INSERT OR IGNORE INTO sheet VALUES (?, ?, ?, 0)').run(WORLD.key, 0, TO_MAKE);
    this.reload();
  }

  empty(): void {
    this.#database.exec('DELETE FROM sheet; DELETE FROM sheet_body');
    this.reload();
  }

  /** A feature was or will be here: tile blocks that have it are right no longer. Tells whether any was. */
  outdate(geometry: Geometry): boolean {
    const bounds = boxOf(geometry);
    if (isEmptyBBox(bounds)) return false;
    const box = toUnitBox(bounds);
    return this.#outdate(this.#load(), WORLD, box);
  }

  #outdate(states: Map<number, number>, cell: Cell, box: UnitBox): boolean {
    const state = states.get(idOf(cell));
    if (state === TO_MAKE) return false;
    if (state !== DIVIDED) {
      this.#set(cell, TO_MAKE, 0);
      return true;
    }
    let isChanged = false;
    for (let child = 0; child < 4; child++) {
      const part = childOf(cell, child);
      if (meetsCell(box, part, REACH) && this.#outdate(states, part, box)) isChanged = true;
    }
    return isChanged;
  }

  /** Keeps a tile block with so many entries, and beside it the numbers of features that are to be read as they are stored. */
  keep(cell: Cell, entries: number, bytes: Uint8Array, others: readonly number[]): void {
    this.#load();
    this.#database
      .prepare('INSERT OR REPLACE INTO sheet_body VALUES (?, ?, ?)')
      .run(cell.key, JSON.stringify(others), bytes);
    this.#set(cell, MADE, entries);
  }

  leaveOut(cell: Cell): void {
    this.#load();
    this.#removeBody(cell);
    this.#set(cell, LEFT_OUT, 0);
  }

  divide(cell: Cell): void {
    const states = this.#load();
    this.#removeBody(cell);
    this.#database.prepare('DELETE FROM sheet WHERE key = ?').run(cell.key);
    const insert = this.#database.prepare('INSERT INTO sheet VALUES (?, ?, ?, 0)');
    for (const child of childrenOf(cell)) {
      insert.run(child.key, child.level, TO_MAKE);
      states.set(idOf(child), TO_MAKE);
    }
    states.set(idOf(cell), DIVIDED);
  }

  #removeBody({ key }: Cell): void {
    this.#database.prepare('DELETE FROM sheet_body WHERE key = ?').run(key);
  }

  #set(cell: Cell, state: number, entries: number): void {
    this.#database
      .prepare('UPDATE sheet SET state = ?, entries = ? WHERE key = ?')
      .run(state, entries, cell.key);
    this.#states!.set(idOf(cell), state);
  }

  #load(): Map<number, number> {
    if (this.#states) return this.#states;
    const states = new Map<number, number>();
    const rows = this.#database.prepare('SELECT key, level, state FROM sheet');
    rows.setReturnArrays(true);
    for (const [key, level, state] of rows.iterate() as unknown as Iterable<[number, number, number]>) {
      states.set(idOf({ key, level }), state);
      for (let above = level - 1; above >= 0; above--) {
        const id = idOf({ key: key - (key % keysIn(above)), level: above });
        if (states.has(id)) break;
        states.set(id, DIVIDED);
      }
    }
    this.#states = states;
    return states;
  }
}

function idOf({ key, level }: Pick<Cell, 'key' | 'level'>): number {
  return key * 32 + level;
}
