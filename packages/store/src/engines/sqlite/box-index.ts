import { type BBox, isInside } from '@meridian/geo';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import { ONE_PIECE } from '../../model/feature/geometry-type.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { Counted } from '../../read/row-reader.ts';
import { cachedStatement } from './cached-statements.ts';
import { readRootBox } from './extent.ts';
import { IN_LIST, INSIDE, insideValues, MEETS, meetsValues, pickRows } from './rows.ts';
import type { SeqIndex } from './seq-index.ts';
import type { SpaceReader } from './space-reader.ts';

/**
 * Rows whose boxes meet those of an area. The R*Tree keeps boxes in single precision, rounded outwards: what is inside
 * there is inside indeed, what only meets may be a near miss.
 */
export class BoxIndex implements SeqIndex {
  readonly name = 'box index';
  readonly settlesTags = false;
  readonly #reader: SpaceReader;
  readonly #area: AreaTest;
  #recheck: ReadonlySet<number> = new Set();

  constructor(reader: SpaceReader, area: AreaTest) {
    this.#reader = reader;
    this.#area = area;
  }

  /** Of what was found last. */
  recheck(): ReadonlySet<number> {
    return this.#recheck;
  }

  collect(after: number, max: number): number[] | undefined {
    if (this.#isAround()) return undefined;
    const found = this.#find(`SELECT seq, ${INSIDE} FROM box WHERE ${MEETS} LIMIT ${max + 1}`, [], max);
    return after > 0 ? found?.filter((seq) => seq > after) : found;
  }

  /** A box around the whole space leaves nothing to look up. */
  #isAround(): boolean {
    const { isBoxes, boxes } = this.#area;
    const root = isBoxes ? readRootBox(this.#reader) : undefined;
    return root !== undefined && boxes.some((box) => isInside(root, box));
  }

  window(after: number, upTo: number, limit: number): number[] {
    const sql = `SELECT seq, ${INSIDE} FROM feature WHERE ${MEETS} AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
    return this.#find(sql, [after, upTo, limit])!.slice(0, limit);
  }

  /** What a statement finds for each box, ascending; undefined where it is more than `max`. */
  #find(sql: string, values: number[], max = Infinity): number[] | undefined {
    const statement = this.#reader.database.prepare(sql);
    statement.setReturnArrays(true);
    const inside = new Map<number, boolean>();
    for (const box of this.#area.boxes) {
      const found = statement.all(...insideValues(box), ...meetsValues(box), ...values);
      for (const [seq, isInside] of found as unknown as [number, number][])
        inside.set(seq, inside.get(seq) || (this.#area.isBoxes && isInside === 1));
      if (inside.size > max) return undefined;
    }
    const recheck = new Set<number>();
    for (const [seq, isInside] of inside) if (!isInside) recheck.add(seq);
    this.#recheck = recheck;
    return [...inside.keys()].sort((a, b) => a - b);
  }

  /** By the R*Tree alone; undefined where the area is more than a box. */
  count(): Counted | undefined {
    const [box, ...others] = this.#area.boxes;
    if (!box || !this.#area.isBoxes || others.length > 0) return undefined;
    const { database } = this.#reader;
    const inside = cachedStatement(database, `SELECT count(*) AS count FROM box WHERE ${INSIDE}`);
    const side = cachedStatement(database, `SELECT seq FROM box WHERE ${MEETS} AND NOT (${INSIDE})`);
    const across = new Set<number>();
    for (const one of sidesOf(box))
      for (const { seq } of side.all(...meetsValues(one), ...insideValues(box))) across.add(seq as number);
    const { sure, recheck } = this.#countAcross(box, [...across]);
    return { sure: sure + (inside.get(...insideValues(box))!.count as number), recheck };
  }

  /** Of rows on the edge of a box, those of which exact box and type say that they meet it, and those that must be looked at. */
  #countAcross(box: BBox, seqs: readonly number[]): Counted {
    const counted: Counted = { sure: 0, recheck: [] };
    if (seqs.length === 0) return counted;
    const found = cachedStatement(
      this.#reader.database,
      `SELECT seq, geometry_type IN (${ONE_PIECE}) AND (west >= ? AND east <= ? OR south >= ? AND north <= ?) AS isSure
       FROM feature WHERE seq ${IN_LIST} AND ${MEETS} ORDER BY seq`,
    ).all(...insideValues(box), JSON.stringify(seqs), ...meetsValues(box));
    for (const { seq, isSure } of found)
      if (isSure === 1) counted.sure++;
      else counted.recheck.push(seq as number);
    return counted;
  }
}

/** What meets a box and is not inside of it meets one of these: few do, where a look at all that meets the box takes long. */
function sidesOf(box: BBox): BBox[] {
  const { west, south, east, north } = box;
  return [
    { ...box, east: west },
    { ...box, west: east },
    { ...box, north: south },
    { ...box, south: north },
  ];
}

/** Whether at least so many rows are near an area. */
export function hasNearby(reader: SpaceReader, area: AreaTest, count: number): boolean {
  const statement = cachedStatement(
    reader.database,
    `SELECT count(*) AS found FROM (SELECT 1 FROM box WHERE ${MEETS} LIMIT ?)`,
  );
  let found = 0;
  for (const box of area.boxes) {
    found += statement.get(...meetsValues(box), count - found)!.found as number;
    if (found >= count) return true;
  }
  return false;
}

/** Of the rows at positions those that meet an area; only those that need it are looked at. */
export function meetingArea(
  reader: SpaceReader,
  area: AreaTest,
  seqs: number[],
  recheck: ReadonlySet<number>,
): number[] {
  const open = seqs.filter((seq) => recheck.has(seq));
  if (open.length === 0) return seqs;
  const rows = pickRows(reader, open);
  const apart = new Set(rows.filter((row) => !area.meets(parseGeometry(row)!)).map(({ seq }) => seq));
  return seqs.filter((seq) => !apart.has(seq));
}
