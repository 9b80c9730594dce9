import type { ExpressionSpecification } from 'maplibre-gl';
import { HEAT } from './palette.ts';

/** From nothing to the hottest colour. */
export const HEAT_COLOR = [
  'interpolate',
  ['linear'],
  ['heatmap-density'],
  0,
  'rgba(247,230,181,0)',
  ...HEAT.flatMap((color, index) => [(index + 1) / HEAT.length, color]),
] as unknown as ExpressionSpecification;
