import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { clusterLayers } from '../../map-style/clusters.ts';
import { colorOf } from '../../map-style/color.ts';
import type { LayerStyle, MapLayer } from '../../map-style/document.ts';
import { HEAT_COLOR } from '../../map-style/heat-color.ts';
import { heatRadius } from '../../map-style/heat-radius.ts';
import { inkOnRamp, rampColor } from '../../map-style/ink.ts';
import { countLayer, labelLayers } from '../../map-style/labels.ts';
import { heightOf } from '../../map-style/raised.ts';
import { RAMPS } from '../../map-style/ramp.ts';
import { hasSigns } from '../../map-style/sign-image.ts';
import { signLayer } from '../../map-style/sign-layer.ts';
import { SIGN_ROOM } from '../../map-style/signs.ts';
import { sizeOf } from '../../map-style/size.ts';
import { type CellRange, measuredBy } from './cells.ts';

export const SELECTED = '#f2b134';

const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false];
const isHovered: ExpressionSpecification = ['boolean', ['feature-state', 'hovered'], false];

const isEdited: ExpressionSpecification = ['boolean', ['feature-state', 'edited'], false];
const unlessEdited = (opacity: number | ExpressionSpecification) =>
  ['case', isEdited, 0, opacity] as ExpressionSpecification;

const geometryIs = (type: string) => ['==', ['geometry-type'], type] as ExpressionSpecification;

export const sourceOf = (space: string) => `space ${space}`;

/** A point for each area of a space, where its label has most room. */
export const areaPlacesOf = (space: string) => `places of ${sourceOf(space)}`;

/** Shows a chosen point above all others, which would hide it. */
export const chosenLayer = (space: string) => `${sourceOf(space)} chosen`;

export function chosenFilter(id: string | undefined): ExpressionSpecification {
  return ['all', geometryIs('Point'), ['==', ['get', 'id'], id ?? '']];
}

/** Thin from afar, where outlines would hide the areas. */
function outline(width: number): ExpressionSpecification {
  return ['case', isSelected, width + 2, isHovered, width + 1, width];
}

/** The layers that show the features of a space, the lowest first; `narrowed` is what all of them must fulfil. */
export function featureLayers(
  { space, style, isVisible }: MapLayer,
  isDark: boolean,
  narrowed: readonly ExpressionSpecification[] = [],
): LayerSpecification[] {
  const source = sourceOf(space);
  const color = colorOf(style);
  const marked = ['case', isSelected, SELECTED, color] as ExpressionSpecification;
  const shared = { source, 'source-layer': space };
  const layout = { visibility: isVisible ? 'visible' : 'none' } as const;
  const { size, opacity, outlineColor, outlineWidth } = style;
  const height = heightOf(style);
  const room = hasSigns(style) ? SIGN_ROOM : 0;
  if (style.view === 'clusters') return clusterLayers({ ...shared, layout }, source, style);
  const shown = (type: string): ExpressionSpecification => ['all', geometryIs(type), ...narrowed];
  return [
    height
      ? {
          ...shared,
          id: `${source} raised`,
          type: 'fill-extrusion',
          filter: shown('Polygon'),
          layout,
          paint: {
            'fill-extrusion-color': ['case', isHovered, SELECTED, marked],
            'fill-extrusion-height': unlessEdited(height),
            'fill-extrusion-opacity': opacity,
          },
        }
      : {
          ...shared,
          id: `${source} fill`,
          type: 'fill',
          filter: shown('Polygon'),
          layout,
          paint: {
            'fill-color': marked,
            'fill-opacity': unlessEdited(['case', isHovered, opacity * 0.75, opacity]),
          },
        },
    // What is raised has its edges above the ground.
    ...(height ? [] : [areaOutline({ ...shared, layout }, source, style, shown('Polygon'))]),
    {
      ...shared,
      id: `${source} line`,
      type: 'line',
      filter: shown('LineString'),
      layout: { ...layout, 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': marked,
        'line-opacity': unlessEdited(opacity),
        'line-width': [
          'case',
          isSelected,
          sizeOf(style, 0.5, 2),
          isHovered,
          sizeOf(style, 0.5, 1),
          sizeOf(style, 0.5),
        ],
      },
    },
    {
      ...shared,
      id: `${source} point`,
      type: 'circle',
      filter: shown('Point'),
      layout,
      paint: {
        'circle-color': marked,
        'circle-opacity': unlessEdited(opacity),
        'circle-radius': [
          'case',
          isSelected,
          sizeOf(style, 1, room + 3),
          isHovered,
          sizeOf(style, 1, room + 1.5),
          sizeOf(style, 1, room),
        ],
        'circle-stroke-color': outlineColor,
        'circle-stroke-opacity': unlessEdited(opacity),
        'circle-stroke-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          (size > 3 ? 0.6 : 0) * outlineWidth,
          9,
          (size > 3 ? 1.4 : 0.4) * outlineWidth,
        ],
      },
    },
    {
      ...shared,
      id: chosenLayer(space),
      type: 'circle',
      filter: chosenFilter(undefined),
      layout,
      paint: {
        'circle-color': SELECTED,
        'circle-opacity': unlessEdited(1),
        'circle-radius': sizeOf(style, 1, room + 3),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-opacity': unlessEdited(1),
        'circle-stroke-width': 2,
      },
    },
    ...(room > 0 ? [signLayer({ ...shared, layout }, source, style, shown('Point'), unlessEdited(1))] : []),
    ...labelLayers(
      { ...shared, layout },
      source,
      style,
      isDark ? 'dark' : 'light',
      narrowed,
      areaPlacesOf(space),
    ),
  ];
}

/** The borders of areas. */
function areaOutline(
  shared: { source: string; 'source-layer': string; layout: { visibility: 'visible' | 'none' } },
  named: string,
  { opacity, outlineColor, outlineWidth }: LayerStyle,
  filter: ExpressionSpecification,
): LayerSpecification {
  return {
    ...shared,
    id: `${named} outline`,
    type: 'line',
    filter,
    layout: { ...shared.layout, 'line-join': 'round' },
    paint: {
      'line-color': ['case', isSelected, SELECTED, outlineColor],
      'line-opacity': unlessEdited(opacity),
      // A zoom has to be the outermost of an expression.
      'line-width': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        outline(0.1 * outlineWidth),
        9,
        outline(outlineWidth),
      ],
    },
  };
}

/** The layers that show how many features there are, from cells with their counts. */
export function densityLayers(
  { space, style, isVisible }: MapLayer,
  range: CellRange,
  isDark: boolean,
  intensity = 1,
): LayerSpecification[] {
  const source = sourceOf(space);
  const layout = { visibility: isVisible ? 'visible' : 'none' } as const;
  const isHeat = style.view === 'heat';
  const isCount = measuredBy(style) === undefined;
  const number: ExpressionSpecification = ['get', isCount ? 'qty' : 'value'];
  const share = shareOf(
    number,
    isHeat ? { ...range, low: 0 } : range,
    isCount || (!isHeat && style.cellBy?.measure === 'sum'),
  );
  if (isHeat)
    return [
      {
        id: `${source} heat`,
        type: 'heatmap',
        source,
        layout,
        paint: {
          'heatmap-weight': ['max', 0, share],
          'heatmap-radius': heatRadius(style),
          'heatmap-intensity': intensity,
          'heatmap-opacity': style.opacity,
          'heatmap-color': HEAT_COLOR,
        },
      },
    ];
  const colors = isDark ? RAMPS[style.ramp].toReversed() : RAMPS[style.ramp];
  return [
    {
      id: `${source} cells`,
      type: 'fill',
      source,
      layout,
      paint: {
        'fill-color': rampColor(colors, share),
        'fill-opacity': style.opacity,
        'fill-outline-color': 'rgba(255,255,255,0.35)',
      },
    },
    countLayer(
      { source, layout },
      `${source} cells count`,
      isCount ? number : ['/', ['round', ['*', 10, number]], 10],
      ['>', ['get', 'qty'], 0],
      inkOnRamp(colors, share),
    ),
  ];
}

/** From 0 for the lowest to 1 for the highest: counts and sums by their order of magnitude, as few cells have most of it. */
function shareOf(
  number: ExpressionSpecification,
  { low, high }: CellRange,
  isSum: boolean,
): ExpressionSpecification {
  // Where all are the same, they are the highest.
  const lowest = low < high ? low : Math.min(0, low);
  if (!isSum || low < 0) return ['/', ['-', number, lowest], high - lowest || 1];
  const [from, to] = [Math.log(1 + lowest), Math.log(1 + Math.max(1, high))];
  return ['/', ['-', ['ln', ['+', 1, number]], from], to - from];
}
