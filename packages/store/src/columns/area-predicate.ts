import type { BBox } from '@meridian/geo';
import type { AreaTest } from '../model/query/area.ts';
import { type Column, KIND } from './batch.ts';
import { BOX_COLUMNS } from './column-key.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import type { LoadedBlock, Predicate, Summaries } from './predicate.ts';
import { hasKind } from './summary.ts';

const EITHER = FALSE | TRUE;

/** Whether boxes tell that features meet an area, or do not; the others are looked at. */
export function areaPredicate({ boxes, isBoxes }: Pick<AreaTest, 'boxes' | 'isBoxes'>): Predicate {
  const hasColumns = (block: Summaries) => BOX_COLUMNS.every((key) => block.summary(key));
  return {
    keys: BOX_COLUMNS,
    outlook(block) {
      if (!hasColumns(block)) return UNDECIDED;
      const bounds = boundsOf(block);
      const isNear = boxes.some(
        (box) =>
          box.west <= bounds.east &&
          box.east >= bounds.west &&
          box.south <= bounds.north &&
          box.north >= bounds.south,
      );
      if (!isNear) return FALSE;
      const hasAll = !hasKind(block.summary(BOX_COLUMNS[0])!, KIND.absent);
      const isInside = isBoxes && hasAll && boxes.some((box) => isWithin(bounds, box));
      return isInside ? TRUE : EITHER;
    },
    columnsFor: (block) => (hasColumns(block) ? [...BOX_COLUMNS] : []),
    evaluate(block) {
      const outcomes = new Uint8Array(block.rows).fill(hasColumns(block) ? FALSE : UNDECIDED);
      if (!hasColumns(block)) return outcomes;
      const [west, south, east, north] = boxSides(block);
      for (const box of boxes) markNear(outcomes, box, isBoxes, west, south, east, north);
      return outcomes;
    },
  };
}

/** What the boxes of a block that has columns of them lie in. */
function boundsOf(block: Summaries): BBox {
  const [west, south, east, north] = BOX_COLUMNS.map((key) => block.summary(key)!);
  return {
    west: west!.min,
    south: south!.min,
    east: Math.max(west!.max, east!.max),
    north: Math.max(south!.max, north!.max),
  };
}

/** Whether none of the boxes of a block that has columns of them reaches an edge of an area, which shows without reading them. */
export function liesWellInside(block: Summaries, area: readonly BBox[]): boolean {
  if (!BOX_COLUMNS.every((key) => block.summary(key))) return false;
  const { west, south, east, north } = boundsOf(block);
  return area.some((box) => west > box.west && south > box.south && east < box.east && north < box.north);
}

/** Numbers of one side of boxes, and which rows have one. */
type Side = Pick<Column, 'kinds' | 'numbers'>;
export type Sides = [west: Side, south: Side, east: Side, north: Side];

function isWithin(inner: BBox, { west, south, east, north }: BBox): boolean {
  return inner.west >= west && inner.east <= east && inner.south >= south && inner.north <= north;
}

/** What meets a box, and what lies in it for sure; of points, east and north are not stored. */
function markNear(
  outcomes: Uint8Array,
  box: BBox,
  isBox: boolean,
  west: Side,
  south: Side,
  east: Side,
  north: Side,
): void {
  const { numbers: wests, kinds } = west;
  const souths = south.numbers;
  for (let row = 0; row < outcomes.length; row++) {
    if (kinds[row] !== KIND.number) continue;
    const w = wests[row]!;
    const s = souths[row]!;
    const e = east.kinds[row] === KIND.number ? east.numbers[row]! : w;
    const n = north.kinds[row] === KIND.number ? north.numbers[row]! : s;
    if (!(box.west <= e && box.east >= w && box.south <= n && box.north >= s)) continue;
    const isInside = isBox && w >= box.west && e <= box.east && s >= box.south && n <= box.north;
    if (isInside) outcomes[row] = TRUE;
    else if (outcomes[row] !== TRUE) outcomes[row] = EITHER;
  }
}

export function boxSides(block: Pick<LoadedBlock, 'column'>): Sides {
  return BOX_COLUMNS.map((key) => {
    const { kinds, numbers } = block.column(key)!;
    return { kinds, numbers };
  }) as Sides;
}

/** A side of the box of a row; of points, east and north are those opposite. */
export function sideOf({ kinds, numbers }: Side, row: number, opposite: number): number {
  return kinds[row] === KIND.number ? numbers[row]! : opposite;
}

/** West, south, east, north of each row; NaN without geometry. */
export function boxesOf(block: LoadedBlock): Float64Array {
  const boxes = new Float64Array(4 * block.rows).fill(Number.NaN);
  const [west, south, east, north] = boxSides(block);
  for (let row = 0; row < block.rows; row++) {
    if (west.kinds[row] !== KIND.number) continue;
    boxes[4 * row] = west.numbers[row]!;
    boxes[4 * row + 1] = south.numbers[row]!;
    boxes[4 * row + 2] = east.kinds[row] === KIND.number ? east.numbers[row]! : west.numbers[row]!;
    boxes[4 * row + 3] = north.kinds[row] === KIND.number ? north.numbers[row]! : south.numbers[row]!;
  }
  return boxes;
}
