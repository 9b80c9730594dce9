import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BBox } from '@meridian/geo';

/** In degrees. What is wider or higher is in so many tiles and hexbins that counting it there would hold up its write. */
const LARGE = 2;

/** Features too large to be counted ahead: reads look at them one by one. */
export class LargeTable {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare('INSERT INTO overview_large VALUES (?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM overview_large WHERE seq = ?');
  }

  isLarge({ west, south, east, north }: BBox): boolean {
    return east - west > LARGE || north - south > LARGE;
  }

  add(seq: number, { west, south, east, north }: BBox): void {
    this.#insert.run(seq, west, south, east, north);
  }

  remove(seq: number): void {
    this.#delete.run(seq);
  }
}

/** Numbers of the large features whose boxes meet an area's: those inside of it for sure, and the others. */
export type LargeNearby = { inside: number[]; unsure: number[] };

export function readLarge(database: DatabaseSync, box: BBox): LargeNearby {
  const statement = database.prepare(
    `SELECT seq, west >= :west AND east <= :east AND south >= :south AND north <= :north AS inside
     FROM overview_large WHERE west <= :east AND east >= :west AND south <= :north AND north >= :south ORDER BY seq`,
  );
  const nearby: LargeNearby = { inside: [], unsure: [] };
  for (const { seq, inside } of statement.all({ ...box }))
    (inside === 1 ? nearby.inside : nearby.unsure).push(seq as number);
  return nearby;
}
