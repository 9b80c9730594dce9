import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type BBox, type Geometry, sampleRank } from '@meridian/geo';
import { geometryTypeCode } from '../../write/tally.ts';
import { type Candidate, PLAIN_POINT } from '../light-rows.ts';
import type { SpaceReader } from '../space-reader.ts';
import { type KeyRange, keysOf } from './cell-key.ts';

/** The parts that reads may ask for. What ranks below one of them, and not below the one before, is a class. */
export const PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3, 1];

/** All features, filed by class and by where they are, so that a part of those of a tile lies together. */
export class PlaceTable {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO overview_place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM overview_place WHERE class = ? AND key = ? AND seq = ?');
  }

  add(seq: number, id: string, geometry: Geometry, box: BBox): void {
    const rankClass = classOf(id);
    const { west, south } = box;
    const isPlain = geometry.type === 'Point' && geometry.coordinates.length === 2;
    const kind = isPlain ? PLAIN_POINT : geometryTypeCode(geometry.type);
    const [east, north] = isPlain ? [null, null] : [box.east, box.north];
    for (const key of keysOf(box)) this.#insert.run(rankClass, key, seq, id, kind, west, south, east, north);
  }

  remove(seq: number, id: string, box: BBox): void {
    const rankClass = classOf(id);
    for (const key of keysOf(box)) this.#delete.run(rankClass, key, seq);
  }
}

function classOf(id: string): number {
  const rank = sampleRank(id);
  return PARTS.findIndex((part) => rank < part);
}

/**
 * Features of a part of all that may be near what the ranges stand for, class by class; some come more than once. At
 * most `most` of a class.
 */
export function* readPlaces(
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
  const classes = PARTS.indexOf(part) + 1;
  for (let rankClass = 0; rankClass < classes; rankClass++)
    yield reader.snapshot(() => {
      const found: Candidate[] = [];
      for (const { from, to } of ranges)
        for (const row of statement.all(rankClass, from, to, most - found.length))
          found.push(row as unknown as Candidate);
      return found;
    });
}
