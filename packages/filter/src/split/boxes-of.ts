import { type BBox, boxOf } from '@meridian/geo';
import { literalGeometry } from '../evaluate/spatial.ts';
import type { Expression } from '../expression.ts';
import { conjuncts } from './conjuncts.ts';

/** More boxes than these are one box around all of them. */
const MAX_BOXES = 2;

/**
 * Boxes outside of which no feature can pass; undefined where the filter says nothing about where they are. Two where
 * a literal crosses the antimeridian. Of several conditions one is enough: the first.
 */
export function boxesOf(expression: Expression): readonly BBox[] | undefined {
  for (const condition of conjuncts(expression)) {
    const boxes = boxesOfCondition(condition);
    if (boxes !== undefined) return boxes;
  }
  return undefined;
}

function boxesOfCondition(condition: Expression): readonly BBox[] | undefined {
  if (condition.kind !== 'spatial' || condition.op === 's_disjoint') return undefined;
  const [left, right] = [literalGeometry(condition.left), literalGeometry(condition.right)];
  const literal = left ?? right;
  // Between two literals nothing is said about the feature.
  if (literal === undefined || (left !== undefined && right !== undefined)) return undefined;
  if (literal.type === 'MultiPolygon' && literal.coordinates.length <= MAX_BOXES)
    return literal.coordinates.map((coordinates) => boxOf({ type: 'Polygon', coordinates }));
  return [boxOf(literal)];
}
