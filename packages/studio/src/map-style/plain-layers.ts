import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { clusterLayers } from './clusters.ts';
import { colorOf } from './color.ts';
import { CELL_MEASURE_NAMES, type CellBy, type LayerStyle, type MapLayer } from './document.ts';
import { HEAT_COLOR } from './heat-color.ts';
import { heatRadius } from './heat-radius.ts';
import { inkOnRamp, rampColor } from './ink.ts';
import { countLayer, labelLayers } from './labels.ts';
import { heightOf } from './raised.ts';
import { RAMPS } from './ramp.ts';
import { hasSigns } from './sign-image.ts';
import { signLayer } from './sign-layer.ts';
import { SIGN_ROOM } from './signs.ts';
import { sizeOf } from './size.ts';
import { themedLayer } from './themed-layer.ts';

const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];

/** Thin from afar, where outlines would hide the areas. */
function outlineWidth(width: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 3, 0.1 * width, 9, width];
}

/** A style cannot know how many features the fullest cell has: from so many on a cell has the last colour. */
const FULL_CELL = 10_000;
const COUNT_OF_CELL = 'aggregation.qty';

/** Cells of tiles are so much coarser than the hub makes them by itself: numbers must fit into them. */
export const CELL_RESOLUTION = -1;

/** The layers of a space, the lowest first, with nothing that only a page with script can set. */
export function plainLayers(given: MapLayer, ground: 'light' | 'dark' = 'light'): LayerSpecification[] {
  const layer = themedLayer(given, ground === 'dark');
  const { space, isVisible, style } = layer;
  const shared = {
    source: space,
    'source-layer': space,
    layout: { visibility: isVisible ? 'visible' : 'none' },
  } as const;
  if (style.view === 'heat') return [heat(layer, shared)];
  if (style.view === 'clusters') return clusterLayers(shared, space, style);
  if (style.view === 'hexbin') return [cells(layer, shared, ground), cellNumbers(layer, shared, ground)];
  const { size, opacity, outlineColor, outlineWidth: width } = style;
  const color = colorOf(style);
  const height = heightOf(style);
  const room = hasSigns(style) ? SIGN_ROOM : 0;
  return [
    height
      ? {
          ...shared,
          id: `${space} raised`,
          type: 'fill-extrusion',
          filter: isPolygon,
          paint: {
            'fill-extrusion-color': color,
            'fill-extrusion-opacity': opacity,
            'fill-extrusion-height': height,
          },
        }
      : {
          ...shared,
          id: `${space} fill`,
          type: 'fill',
          filter: isPolygon,
          paint: { 'fill-color': color, 'fill-opacity': opacity },
        },
    ...(height
      ? []
      : [
          {
            ...shared,
            id: `${space} outline`,
            type: 'line' as const,
            filter: isPolygon,
            paint: { 'line-color': outlineColor, 'line-opacity': opacity, 'line-width': outlineWidth(width) },
          },
        ]),
    {
      ...shared,
      id: `${space} line`,
      type: 'line',
      filter: isLine,
      layout: { ...shared.layout, 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': color, 'line-opacity': opacity, 'line-width': sizeOf(style, 0.5) },
    },
    {
      ...shared,
      id: `${space} point`,
      type: 'circle',
      filter: isPoint,
      paint: {
        'circle-color': color,
        'circle-opacity': opacity,
        'circle-radius': sizeOf(style, 1, room),
        'circle-stroke-color': outlineColor,
        'circle-stroke-opacity': opacity,
        'circle-stroke-width': (size > 3 ? 1 : 0.4) * width,
      },
    },
    ...(room > 0 ? [signLayer(shared, space, style, isPoint)] : []),
    ...labelLayers(shared, space, style, ground),
  ];
}

type Shared = { source: string; 'source-layer': string; layout: { visibility: 'visible' | 'none' } };

/** A point of a tile may stand for several. */
function heat({ space, style }: MapLayer, shared: Shared): LayerSpecification {
  const count: ExpressionSpecification = ['coalesce', ['get', 'point_count'], 1];
  return {
    ...shared,
    id: `${space} heat`,
    type: 'heatmap',
    filter: isPoint,
    paint: {
      'heatmap-weight': ['ln', ['+', 1, count]],
      'heatmap-radius': heatRadius(style),
      'heatmap-opacity': style.opacity,
      'heatmap-color': HEAT_COLOR,
    },
  };
}

function cells({ space, style }: MapLayer, shared: Shared, ground: 'light' | 'dark'): LayerSpecification {
  return {
    ...shared,
    id: `${space} cells`,
    type: 'fill',
    // Cells without a number have none to show.
    ...(style.cellBy ? { filter: ['has', numberOf(style.cellBy)] as ExpressionSpecification } : {}),
    paint: {
      'fill-color': rampColor(rampOn(ground, style), shareOf(style)),
      'fill-opacity': style.opacity,
      'fill-outline-color': 'rgba(255,255,255,0.35)',
    },
  };
}

/** The number of each cell, on it. */
function cellNumbers(
  { space, style }: MapLayer,
  shared: Shared,
  ground: 'light' | 'dark',
): LayerSpecification {
  const { cellBy } = style;
  const name = cellBy ? numberOf(cellBy) : COUNT_OF_CELL;
  const number: ExpressionSpecification = ['get', name];
  const tenths: ExpressionSpecification = ['/', ['round', ['*', 10, number]], 10];
  const ink = inkOnRamp(rampOn(ground, style), shareOf(style));
  return countLayer(shared, `${space} cells count`, cellBy ? tenths : number, ['has', name], ink);
}

/** The most is lightest on a dark base map, and darkest on a light one. */
function rampOn(ground: 'light' | 'dark', { ramp }: LayerStyle): readonly string[] {
  return ground === 'dark' ? RAMPS[ramp].toReversed() : RAMPS[ramp];
}

/** What tiles with dotted keys call the number of a cell. */
function numberOf({ property, measure }: CellBy): string {
  return `aggregation.${property}.${CELL_MEASURE_NAMES[measure]}`;
}

/** From 0 to 1: counts and sums by their order of magnitude, as few cells have most of it. */
function shareOf({ cellBy }: LayerStyle): ExpressionSpecification {
  const magnitude = (number: ExpressionSpecification, full: number): ExpressionSpecification => [
    '/',
    ['ln', ['+', 1, ['max', 0, number]]],
    Math.log(1 + full),
  ];
  if (!cellBy) return magnitude(['get', COUNT_OF_CELL], FULL_CELL);
  const { low = 0, high = 1, measure } = cellBy;
  const number: ExpressionSpecification = ['get', numberOf(cellBy)];
  if (measure === 'sum' && low >= 0) return magnitude(number, FULL_CELL * Math.max(1, high));
  const [from, to] = measure === 'sum' ? [FULL_CELL * low, FULL_CELL * Math.max(0, high)] : [low, high];
  return ['/', ['-', number, from], to - from || 1];
}
