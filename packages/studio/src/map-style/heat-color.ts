import type { ExpressionSpecification } from 'maplibre-gl';
import { RAMPS } from './ramp.ts';

/** From nothing to the hottest colour. */
export const HEAT_COLOR = [
  'interpolate',
  ['linear'],
  ['heatmap-density'],
  0,
  'rgba(247,230,181,0)',
  ...RAMPS.fire.flatMap((color, index) => [(index + 1) / RAMPS.fire.length, color]),
] as unknown as ExpressionSpecification;
