import { boxesOf, type Expression } from '@meridian/filter';
import { areaPredicate } from './area-predicate.ts';
import { KIND } from './batch.ts';
import { COLUMN } from './column-key.ts';
import { FALSE, outcomeOf, UNDECIDED, UNKNOWN } from './outcomes.ts';
import type { Predicate } from './predicate.ts';
import { hasKind, type Summary } from './summary.ts';
import { valuePredicate } from './value-test.ts';

/** A condition on the geometry, as far as its type and its box tell; undefined where they tell nothing. */
export function geometryPredicate(expression: Expression): Predicate | undefined {
  if (expression.kind === 'isNull') return isNullPredicate(expression.arg);
  const boxes = expression.kind === 'spatial' ? boxesOf(expression) : undefined;
  return boxes && nearPredicate(expression as Spatial, boxes);
}

function isNullPredicate(arg: Expression): Predicate | undefined {
  if (arg.kind !== 'property' || arg.name !== 'geometry') return undefined;
  const outcome = (type: unknown) => outcomeOf(type === undefined || type === null);
  return valuePredicate(COLUMN.geometryType, { outcome, texts: [] });
}

type Spatial = Extract<Expression, { kind: 'spatial' }>;

/** What is in no box of the literal is in no relation to it but for that of being elsewhere; without a box nothing is known. */
function nearPredicate(
  { op, left, right }: Spatial,
  boxes: NonNullable<ReturnType<typeof boxesOf>>,
): Predicate {
  const isBoxes = op === 's_intersects' && (left.kind === 'bbox' || right.kind === 'bbox');
  const area = areaPredicate({ boxes, isBoxes });
  return {
    ...area,
    outlook(block) {
      const outlook = area.outlook(block);
      const west = block.summary(COLUMN.west);
      return outlook === UNDECIDED || !west || !hasGaps(west) ? outlook : outlook | UNKNOWN;
    },
    evaluate(block) {
      const outcomes = area.evaluate(block);
      const west = block.column(COLUMN.west);
      if (west)
        for (let row = 0; row < outcomes.length; row++)
          if (west.kinds[row] !== KIND.number && outcomes[row] === FALSE) outcomes[row] = FALSE | UNKNOWN;
      return outcomes;
    },
  };
}

function hasGaps(west: Summary): boolean {
  return hasKind(west, KIND.absent) || hasKind(west, KIND.null);
}
