import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BBox, Geometry } from '@meridian/geo';
import { type KeyRange, keysOf } from '../../../pyramid/density/cell-key.ts';
import type { Filing } from '../../../pyramid/density/density-changes.ts';
import { type Candidate, kindOf, PLAIN_POINT } from '../../../pyramid/density/geometry-rows.ts';
import {
  type CellCount,
  type HexChange,
  type HexSum,
  mayVanish,
} from '../../../pyramid/density/hex-counts.ts';
import { classesOf, classOf } from '../../../pyramid/density/sample-classes.ts';
import { changedBlock } from '../../../pyramid/density/tile-counts.ts';
import { cachedStatement } from '../cached-statements.ts';
import type { SpaceReader } from '../space-reader.ts';

/** The tables of a density index, as the writer of the space sees them. */
export class DensityTables implements Filing {
  readonly #statements;

  constructor(database: DatabaseSync) {
    this.#statements = {
      addEntry: database.prepare('INSERT INTO overview_place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
      removeEntry: database.prepare('DELETE FROM overview_place WHERE class = ? AND key = ? AND seq = ?'),
      addLarge: database.prepare('INSERT INTO overview_large VALUES (?, ?, ?, ?, ?)'),
      removeLarge: database.prepare('DELETE FROM overview_large WHERE seq = ?'),
      readBlock: database.prepare(BLOCK),
      writeBlock: database.prepare('INSERT OR REPLACE INTO overview_count VALUES (?, ?)'),
      changeHex: database.prepare(
        'INSERT INTO overview_hex VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      ),
      removeHex: database.prepare(
        'DELETE FROM overview_hex WHERE zoom = ? AND tile = ? AND cell = ? AND count = 0',
      ),
    };
  }

  addEntry(seq: number, id: string, geometry: Geometry, box: BBox): void {
    const rankClass = classOf(id);
    const kind = kindOf(geometry);
    const { west, south } = box;
    const [east, north] = kind === PLAIN_POINT ? [null, null] : [box.east, box.north];
    for (const key of keysOf(box))
      this.#statements.addEntry.run(rankClass, key, seq, id, kind, west, south, east, north);
  }

  removeEntry(seq: number, id: string, _: Geometry, box: BBox): void {
    const rankClass = classOf(id);
    for (const key of keysOf(box)) this.#statements.removeEntry.run(rankClass, key, seq);
  }

  addLarge(seq: number, { west, south, east, north }: BBox): void {
    this.#statements.addLarge.run(seq, west, south, east, north);
  }

  removeLarge(seq: number): void {
    this.#statements.removeLarge.run(seq);
  }

  changeCounts(changes: ReadonlyMap<number, Int32Array>): void {
    for (const [block, by] of changes)
      this.#statements.writeBlock.run(
        block,
        changedBlock(storedBlock(this.#statements.readBlock.get(block)), by),
      );
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
  const statement = database.prepare(
    `SELECT seq, west >= :west AND east <= :east AND south >= :south AND north <= :north AS inside
     FROM overview_large WHERE west <= :east AND east >= :west AND south <= :north AND north >= :south ORDER BY seq`,
  );
  const nearby: LargeNearby = { inside: [], recheck: [] };
  for (const { seq, inside } of statement.all({ ...box }))
    (inside === 1 ? nearby.inside : nearby.recheck).push(seq as number);
  return nearby;
}

/**
 * Features of a part of all that may be near what the ranges stand for, class by class; some come more than once. At
 * most `most` of a class.
 */
export function* readEntries(
  reader: SpaceReader,
  part: number,
  ranges: readonly KeyRange[],
  most = Number.MAX_SAFE_INTEGER,
): Generator<Candidate[], void, void> {
  const statement = reader.database.prepare(
    `SELECT seq, id, kind, west, south, east, north FROM overview_place
     WHERE class = ? AND key BETWEEN ? AND ? LIMIT ?`,
  );
  statement.setReturnArrays(true);
  const classes = classesOf(part);
  for (let rankClass = 0; rankClass < classes; rankClass++)
    yield reader.snapshot(() => {
      const found: Candidate[] = [];
      for (const { from, to } of ranges)
        for (const row of statement.all(rankClass, from, to, most - found.length))
          found.push(row as unknown as Candidate);
      return found;
    });
}
