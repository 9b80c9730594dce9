import type { ExpressionSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';

/** The smallest and the largest sign, as parts of the size that is set. */
export const SMALLEST = 0.5;
export const LARGEST = 3;

/**
 * The size of a feature in pixels, times `factor`, and `more`. Where a property decides it, the area of a sign grows with the number, so that twice as
 * much looks like twice as much. What has no number is as small as the smallest.
 */
export function sizeOf(
  { size, sizeBy }: Pick<LayerStyle, 'size' | 'sizeBy'>,
  factor = 1,
  more = 0,
): number | ExpressionSpecification {
  if (!sizeBy || sizeBy.low >= sizeBy.high) return size * factor + more;
  const { property, low, high } = sizeBy;
  const value: ExpressionSpecification = ['to-number', ['get', property], low];
  const share: ExpressionSpecification = ['max', 0, ['min', 1, ['/', ['-', value, low], high - low]]];
  return ['+', size * factor * SMALLEST + more, ['*', size * factor * (LARGEST - SMALLEST), ['sqrt', share]]];
}
