import type { StatementSync } from 'node:sqlite';
import { type BBox, isInside } from '@meridian/geo';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { SCAN_ROWS } from '../../read/step-size.ts';
import { readRootBox } from './extent.ts';
import { listSource } from './seq-pages.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { IN_LIST, type StepSizes, type Steps } from './steps.ts';

/** More rows than this are not collected from the R*Tree: walking along all rows is as good. */
export const MAX_COLLECTED = 50_000;

const MEETS = 'west <= ? AND east >= ? AND south <= ? AND north >= ?';
const INSIDE = 'west >= ? AND east <= ? AND south >= ? AND north <= ?';

/** Numbers of rows near an area, ascending; `unsure` has those whose geometry must be looked at. */
type Nearby = { seqs: number[]; unsure: ReadonlySet<number> };

/** Rows whose boxes meet those of an area, in insertion order, a step at a time. */
export function nearbySteps(
  reader: SpaceReader,
  area: AreaTest,
  from: number,
  sizes: StepSizes,
): Steps<Nearby> {
  const collected = holdsEverything(reader, area) ? undefined : collectNearby(reader, area);
  return collected ? listed(collected, from, sizes) : scanned(reader, area, from, sizes);
}

/** A box around the whole space leaves nothing to look up. */
function holdsEverything(reader: SpaceReader, { isBoxes, boxes }: AreaTest): boolean {
  const root = isBoxes ? readRootBox(reader) : undefined;
  return root !== undefined && boxes.some((box) => isInside(root, box));
}

/**
 * What the R*Tree finds; undefined where it finds too much. It keeps boxes in single precision, rounded outwards: what
 * is inside there is inside indeed, what only meets may be a near miss.
 */
function collectNearby(reader: SpaceReader, area: AreaTest): Nearby | undefined {
  const statement = reader.database.prepare(
    `SELECT seq, ${INSIDE} FROM box WHERE ${MEETS} LIMIT ${MAX_COLLECTED + 1}`,
  );
  const inside = new Map<number, boolean>();
  for (const values of boxValues(area))
    for (const [seq, isInside] of pairs(statement, values)) {
      inside.set(seq, inside.get(seq) || (area.isBoxes && isInside === 1));
      if (inside.size > MAX_COLLECTED) return undefined;
    }
  return toNearby(inside);
}

function toNearby(inside: Map<number, boolean>): Nearby {
  const unsure = new Set<number>();
  for (const [seq, isInside] of inside) if (!isInside) unsure.add(seq);
  return { seqs: [...inside.keys()].sort((a, b) => a - b), unsure };
}

function* listed({ seqs, unsure }: Nearby, from: number, sizes: StepSizes): Steps<Nearby> {
  const source = listSource(seqs);
  for (let after = from; ; ) {
    const step = sizes.next().value;
    const next = source(after, step);
    yield { seqs: next, unsure };
    if (next.length < step) return;
    after = next.at(-1)!;
  }
}

function* scanned(reader: SpaceReader, area: AreaTest, from: number, sizes: StepSizes): Steps<Nearby> {
  const statement = reader.database.prepare(
    `SELECT seq, ${INSIDE} FROM feature WHERE ${MEETS} AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  );
  const end = reader.lastSeq();
  for (let after = from; after < end; ) {
    const step = sizes.next().value;
    const to = Math.min(end, after + SCAN_ROWS);
    const inside = new Map<number, boolean>();
    for (const values of boxValues(area))
      for (const [seq, isInside] of pairs(statement, [...values, after, to, step]))
        inside.set(seq, inside.get(seq) || (area.isBoxes && isInside === 1));
    const found = toNearby(inside);
    const full = found.seqs.length >= step;
    const seqs = full ? found.seqs.slice(0, step) : found.seqs;
    yield { seqs, unsure: found.unsure };
    after = full ? seqs.at(-1)! : to;
  }
}

/** The values of INSIDE and MEETS for each box. */
function boxValues({ boxes }: AreaTest): number[][] {
  return boxes.map(({ west, south, east, north }) => [west, east, south, north, east, west, north, south]);
}

function pairs(statement: StatementSync, values: number[]): [number, number][] {
  statement.setReturnArrays(true);
  return statement.all(...values) as unknown as [number, number][];
}

/** Whether at least so many rows are near an area. */
export function hasNearby(reader: SpaceReader, area: AreaTest, count: number): boolean {
  const statement = reader.database.prepare(
    `SELECT count(*) AS found FROM (SELECT 1 FROM box WHERE ${MEETS} LIMIT ?)`,
  );
  let found = 0;
  for (const { west, south, east, north } of area.boxes)
    found += statement.get(east, west, north, south, count)!.found as number;
  return found >= count;
}

/** How many rows are in a box for sure, and the numbers of those that may only touch it. */
export function nearEdges(
  reader: SpaceReader,
  { west, south, east, north }: BBox,
): { inside: number; unsure: number[] } {
  const values = [west, east, south, north];
  const { count } = reader.database
    .prepare(`SELECT count(*) AS count FROM box WHERE ${INSIDE}`)
    .get(...values) as { count: number };
  const unsure = reader.database
    .prepare(`SELECT seq FROM box WHERE ${MEETS} AND NOT (${INSIDE})`)
    .all(east, west, north, south, ...values);
  return { inside: count, unsure: unsure.map(({ seq }) => seq as number).sort((a, b) => a - b) };
}

/** Keeps those of a step that meet the area indeed. */
export function areaSieve(reader: SpaceReader, area: AreaTest): (nearby: Nearby) => number[] {
  const pick = reader.database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST}`);
  return ({ seqs, unsure }) => {
    const candidates = seqs.filter((seq) => unsure.has(seq));
    if (candidates.length === 0) return seqs;
    const rows = pick.all(JSON.stringify(candidates)) as unknown as ReadRow[];
    const apart = new Set(rows.filter((row) => !area.meets(parseGeometry(row)!)).map(({ seq }) => seq));
    return seqs.filter((seq) => !apart.has(seq));
  };
}
