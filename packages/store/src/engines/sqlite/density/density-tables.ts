import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BBox } from '@meridian/geo';
import { entryOf } from '../../../pyramid/density/candidate-entry.ts';
import { keysOf } from '../../../pyramid/density/cell-key.ts';
import type { FiledFeature, Filing } from '../../../pyramid/density/density-changes.ts';
import {
  type CellCount,
  type HexChange,
  type HexSum,
  mayVanish,
} from '../../../pyramid/density/hex-counts.ts';
import { classOf } from '../../../pyramid/density/sample-classes.ts';
import { type CountChanges, changedBlocks, isCounted } from '../../../pyramid/density/tile-counts.ts';
import { cachedStatement } from '../cached-statements.ts';
import { countBelow } from './count-below.ts';

/** The tables of a density index, as the writer of the space sees them. */
export class DensityTables implements Filing {
  readonly #database: DatabaseSync;
  readonly #statements;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = {
      addEntry: database.prepare('INSERT INTO overview_place VALUES (?, ?, ?, ?)'),
      removeEntry: database.prepare('DELETE FROM overview_place WHERE class = ? AND key = ? AND seq = ?'),
      addLarge: database.prepare('INSERT INTO overview_large VALUES (?, ?, ?, ?, ?)'),
      removeLarge: database.prepare('DELETE FROM overview_large WHERE seq = ?'),
      readBlock: database.prepare(BLOCK),
      writeBlock: database.prepare('INSERT OR REPLACE INTO overview_count VALUES (?, ?)'),
      removeBlocks: database.prepare('DELETE FROM overview_count WHERE block BETWEEN ? AND ?'),
      changeHex: database.prepare(
        'INSERT INTO overview_hex VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      ),
      removeHex: database.prepare(
        'DELETE FROM overview_hex WHERE zoom = ? AND tile = ? AND cell = ? AND count = 0',
      ),
    };
  }

  addEntry(feature: FiledFeature, box: BBox): void {
    const { seq, id } = feature;
    const rankClass = classOf(id);
    const entry = entryOf(feature, box);
    for (const key of keysOf(box)) this.#statements.addEntry.run(rankClass, key, seq, entry);
  }

  removeEntry({ seq, id }: FiledFeature, box: BBox): void {
    const rankClass = classOf(id);
    for (const key of keysOf(box)) this.#statements.removeEntry.run(rankClass, key, seq);
  }

  addLarge(seq: number, { west, south, east, north }: BBox): void {
    this.#statements.addLarge.run(seq, west, south, east, north);
  }

  removeLarge(seq: number): void {
    this.#statements.removeLarge.run(seq);
  }

  /** Entries are filed before. */
  changeCounts(changes: CountChanges): void {
    const stored = new Map<number, Uint8Array>();
    // Those above come first, and say whether those below are there: of features far apart, most are not.
    for (const block of Float64Array.from(changes.keys()).sort()) {
      if (!isCounted(block, stored)) continue;
      const counts = storedBlock(this.#statements.readBlock.get(block));
      if (counts) stored.set(block, counts);
    }
    const { written, removed, uncounted } = changedBlocks(changes, stored);
    this.#writeBlocks(written);
    for (const range of removed) this.#statements.removeBlocks.run(...range);
    for (const tile of uncounted) this.#writeBlocks(countBelow(this.#database, tile));
  }

  #writeBlocks(blocks: ReadonlyMap<number, Uint8Array>): void {
    for (const [block, counts] of blocks) this.#statements.writeBlock.run(block, counts);
  }

  changeHexes(changes: readonly HexChange[]): void {
    for (const one of changes) {
      const { zoom, tile, cell, change } = one;
      this.#statements.changeHex.run(zoom, tile, cell, change);
      if (mayVanish(one)) this.#statements.removeHex.run(zoom, tile, cell);
    }
  }
}

const BLOCK = 'SELECT counts FROM overview_count WHERE block = ?';

function storedBlock(row: Record<string, SQLOutputValue> | undefined): Uint8Array | undefined {
  return row?.counts as Uint8Array | undefined;
}

/** A block of counts as it is stored. */
export function readTileCounts(database: DatabaseSync, block: number): Uint8Array | undefined {
  return storedBlock(cachedStatement(database, BLOCK).get(block));
}

/** The cells that features touch in what a sum stands for, but for the large ones. */
export function readHexCounts(database: DatabaseSync, { zoom, from, to, beside }: HexSum): CellCount[] {
  const statement = database.prepare(
    `SELECT cell, sum(count) AS qty FROM overview_hex
     WHERE zoom = ? AND tile BETWEEN ? AND ? OR zoom = ? AND tile = ? GROUP BY cell HAVING qty > 0`,
  );
  const found = statement.all(zoom, from, to, beside?.zoom ?? null, beside?.tile ?? null);
  return found as unknown as CellCount[];
}

/** Numbers of the large features whose boxes meet an area's: those inside of it for sure, and the others. */
export type LargeNearby = { inside: number[]; recheck: number[] };

export function readLarge(database: DatabaseSync, box: BBox): LargeNearby {
  const statement = cachedStatement(
    database,
    `SELECT seq, west >= :west AND east <= :east AND south >= :south AND north <= :north AS inside
     FROM overview_large WHERE west <= :east AND east >= :west AND south <= :north AND north >= :south ORDER BY seq`,
  );
  const nearby: LargeNearby = { inside: [], recheck: [] };
  for (const { seq, inside } of statement.all({ ...box }))
    (inside === 1 ? nearby.inside : nearby.recheck).push(seq as number);
  return nearby;
}
