import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BBox } from '@meridian/geo';
import { entryOf } from '../../../pyramid/density/candidate-entry.ts';
import { type KeyRange, keysOf } from '../../../pyramid/density/cell-key.ts';
import type { FiledFeature, Filing } from '../../../pyramid/density/density-changes.ts';
import {
  type CellCount,
  type HexChange,
  type HexSum,
  mayVanish,
} from '../../../pyramid/density/hex-counts.ts';
import { CLASSES, classesBelow, classOf } from '../../../pyramid/density/sample-classes.ts';
import { changedBlock } from '../../../pyramid/density/tile-counts.ts';
import { cachedStatement } from '../cached-statements.ts';
import type { SpaceReader } from '../space-reader.ts';

/** The tables of a density index, as the writer of the space sees them. */
export class DensityTables implements Filing {
  readonly #statements;
  /** How many classes of rank features are filed under. */
  classes = CLASSES;

  constructor(database: DatabaseSync) {
    this.#statements = {
      addEntry: database.prepare('INSERT INTO overview_place VALUES (?, ?, ?, ?)'),
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

  addEntry(feature: FiledFeature, box: BBox): void {
    const { seq, id } = feature;
    const rankClass = classOf(id, this.classes);
    const entry = entryOf(feature, box);
    for (const key of keysOf(box)) this.#statements.addEntry.run(rankClass, key, seq, entry);
  }

  removeEntry({ seq, id }: FiledFeature, box: BBox): void {
    const rankClass = classOf(id, this.classes);
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

type JoinedEntries = { bytes: Uint8Array | null; count: number };

/** The last classes of a share have most of its features: others may run between them. */
const ALONE = 3;

/**
 * Entries of features that may be near what the ranges stand for and below a share, of an index of so many classes, some classes at a
 * time, and how many they are; some come more than once. At most `most` at a time.
 */
export function* readEntries(
  { database }: SpaceReader,
  { share, classes }: { share: number; classes: number },
  ranges: readonly KeyRange[],
  most = Number.MAX_SAFE_INTEGER,
): Generator<{ bytes: Uint8Array; count: number }, void, void> {
  // The margin of a tile falls into hundreds of ranges, so that a statement for each would take longer than what it finds.
  // Joined by SQLite: to have each of them handed over would take several times as long.
  const statement = cachedStatement(
    database,
    `WITH range (low, high) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(?))
     SELECT CAST(group_concat(entry, '') AS BLOB) AS bytes, count(*) AS count FROM (
       SELECT CAST(entry AS TEXT) AS entry
       FROM json_each(?) AS rank CROSS JOIN range CROSS JOIN overview_place AS filed
       WHERE class = rank.value AND filed.key BETWEEN low AND high LIMIT ?)`,
  );
  const listed = JSON.stringify(ranges.map(({ from, to }) => [from, to]));
  const end = classesBelow(share, classes);
  const all = Array.from({ length: end }, (_, rankClass) => rankClass);
  // The first have few features each.
  for (const some of [all.slice(0, -ALONE), ...all.slice(-ALONE).map((one) => [one])])
    if (some.length > 0) {
      const { bytes, count } = statement.get(listed, JSON.stringify(some), most) as JoinedEntries;
      if (bytes) yield { bytes, count };
    }
}
