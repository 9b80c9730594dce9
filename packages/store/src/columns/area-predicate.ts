import type { AreaTest } from '../model/query/area.ts';
import { type Column, KIND } from './batch.ts';
import { BOX_COLUMNS } from './column-key.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import type { LoadedBlock, Predicate, Summaries } from './predicate.ts';

const EITHER = FALSE | TRUE;

/** Whether boxes tell that features meet an area, or do not; the others are looked at. */
export function areaPredicate({ boxes, isBoxes }: AreaTest): Predicate {
  const hasColumns = (block: Summaries) => BOX_COLUMNS.every((key) => block.summary(key));
  return {
    keys: BOX_COLUMNS,
    outlook(block) {
      if (!hasColumns(block)) return UNDECIDED;
      const [west, south, east, north] = BOX_COLUMNS.map((key) => block.summary(key)!);
      const bounds = {
        west: west!.min,
        south: south!.min,
        east: Math.max(west!.max, east!.max),
        north: Math.max(south!.max, north!.max),
      };
      const isNear = boxes.some(
        (box) =>
          box.west <= bounds.east &&
          box.east >= bounds.west &&
          box.south <= bounds.north &&
          box.north >= bounds.south,
      );
      return isNear ? EITHER : FALSE;
    },
    columnsFor: (block) => (hasColumns(block) ? [...BOX_COLUMNS] : []),
    evaluate(block) {
      const outcomes = new Uint8Array(block.rows);
      if (!hasColumns(block)) return outcomes.fill(UNDECIDED);
      const sides = boxesOf(block);
      for (let row = 0; row < outcomes.length; row++) {
        const west = sides[4 * row]!;
        const south = sides[4 * row + 1]!;
        const east = sides[4 * row + 2]!;
        const north = sides[4 * row + 3]!;
        let outcome = FALSE;
        for (const box of boxes) {
          if (!(box.west <= east && box.east >= west && box.south <= north && box.north >= south)) continue;
          const isInside =
            isBoxes && west >= box.west && east <= box.east && south >= box.south && north <= box.north;
          outcome = isInside ? TRUE : outcome === TRUE ? TRUE : EITHER;
        }
        outcomes[row] = outcome;
      }
      return outcomes;
    },
  };
}

/** West, south, east, north of each row; NaN without geometry. */
export function boxesOf(block: LoadedBlock): Float64Array {
  const boxes = new Float64Array(4 * block.rows).fill(Number.NaN);
  const [west, south, east, north] = BOX_COLUMNS.map((key) => block.column(key)!) as [
    Column,
    Column,
    Column,
    Column,
  ];
  for (let row = 0; row < block.rows; row++) {
    if (west.kinds[row] !== KIND.number) continue;
    boxes[4 * row] = west.numbers[row]!;
    boxes[4 * row + 1] = south.numbers[row]!;
    boxes[4 * row + 2] = east.kinds[row] === KIND.number ? east.numbers[row]! : west.numbers[row]!;
    boxes[4 * row + 3] = north.kinds[row] === KIND.number ? north.numbers[row]! : south.numbers[row]!;
  }
  return boxes;
}
