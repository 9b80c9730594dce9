import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type BBox, type Geometry, sampleRank } from '@meridian/geo';
import { geometryTypeCode } from '../../write/tally.ts';
import { type Candidate, PLAIN_POINT } from '../light-rows.ts';
import { type KeyRange, keysOf } from './cell-key.ts';

/** The parts that reads may ask for. What ranks below one of them, and not below the one before, is a class. */
export const SAMPLED_PARTS = [1 / 4096, 1 / 1024, 1 / 128, 1 / 32, 1 / 8, 1 / 4, 1 / 3];

/** Features that rank low enough to be part of samples, filed by where they are. */
export class SampleTable {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO overview_sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM overview_sample WHERE class = ? AND key = ? AND seq = ?');
  }

  add(seq: number, id: string, geometry: Geometry, box: BBox): void {
    const rankClass = classOf(id);
    if (rankClass < 0) return;
    const { west, south } = box;
    const isPlain = geometry.type === 'Point' && geometry.coordinates.length === 2;
    const kind = isPlain ? PLAIN_POINT : geometryTypeCode(geometry.type);
    const [east, north] = isPlain ? [null, null] : [box.east, box.north];
    for (const key of keysOf(box)) this.#insert.run(rankClass, key, seq, id, kind, west, south, east, north);
  }

  remove(seq: number, id: string, box: BBox): void {
    const rankClass = classOf(id);
    if (rankClass >= 0) for (const key of keysOf(box)) this.#delete.run(rankClass, key, seq);
  }
}

function classOf(id: string): number {
  const rank = sampleRank(id);
  return SAMPLED_PARTS.findIndex((part) => rank < part);
}

/** Features of a part of all that may be near what the ranges stand for, class by class; some come more than once. */
export function* readSampled(
  database: DatabaseSync,
  part: number,
  ranges: readonly KeyRange[],
): Generator<Candidate[], void, void> {
  const statement = database.prepare(
    `SELECT seq, id, kind, west, south, east, north FROM overview_sample
     WHERE class = ? AND key BETWEEN ? AND ?`,
  );
  statement.setReturnArrays(true);
  const classes = SAMPLED_PARTS.indexOf(part) + 1;
  for (let rankClass = 0; rankClass < classes; rankClass++)
    yield ranges.flatMap(({ from, to }) => statement.all(rankClass, from, to) as unknown as Candidate[]);
}
