import type { ExpressionSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';
import { OTHER_COLOR } from './palette.ts';

/** The colour of a feature, by its property where one decides it. */
export function colorOf({ shading, property, classes, color }: LayerStyle): string | ExpressionSpecification {
  if (shading === 'plain' || property === undefined || classes.length === 0) return color;
  const value: ExpressionSpecification = ['get', property];
  if (shading === 'categories') {
    const cases = classes.flatMap(({ from, color }) => [String(from), color]);
    return ['match', ['to-string', value], ...cases, OTHER_COLOR] as unknown as ExpressionSpecification;
  }
  const [first, ...others] = classes;
  const steps = others.flatMap(({ from, color }) => [Number(from), color]);
  const step = ['step', value, first!.color, ...steps];
  return [
    'case',
    ['==', ['typeof', value], 'number'],
    step,
    OTHER_COLOR,
  ] as unknown as ExpressionSpecification;
}
