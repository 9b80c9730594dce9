import type { ExpressionSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';

/** How high an area is raised, in metres; undefined where the layer is flat. What has no number, or less than nothing, stays on the ground. */
export function heightOf({ heightBy }: LayerStyle): ExpressionSpecification | undefined {
  if (!heightBy) return undefined;
  const { property, factor } = heightBy;
  return ['*', factor, ['max', 0, ['to-number', ['get', property], 0]]];
}

/** Areas are seen to be raised: the highest is about a fiftieth of the width of all. A power of ten, and 1 for houses in a town. */
export function usualFactor(highest: number, [west, south, east, north]: readonly number[]): number {
  const degree = 111_320;
  const middle = Math.cos((((south ?? 0) + (north ?? 0)) * Math.PI) / 360);
  const width = Math.max(
    ((east ?? 0) - (west ?? 0)) * degree * middle,
    ((north ?? 0) - (south ?? 0)) * degree,
    100,
  );
  return highest > 0 ? 10 ** Math.round(Math.log10((0.02 * width) / highest)) : 1;
}
