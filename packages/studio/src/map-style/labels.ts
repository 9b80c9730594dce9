import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { LayerStyle } from './document.ts';
import type { Ink } from './ink.ts';

const INK = {
  light: { 'text-color': '#1d2b30', 'text-halo-color': 'rgba(255,255,255,0.9)', 'text-halo-width': 1.4 },
  dark: { 'text-color': '#e8eeef', 'text-halo-color': 'rgba(16,23,27,0.9)', 'text-halo-width': 1.4 },
} as const;

type Shared = { source: string; 'source-layer'?: string; layout: { visibility: 'visible' | 'none' } };

const geometryIs = (type: string): ExpressionSpecification => ['==', ['geometry-type'], type];

const largestFirst = (property: string): ExpressionSpecification => [
  '-',
  ['to-number', ['get', property], 0],
];

/**
 * The labels of features: beside points, along lines, within areas. None for a layer without. `named` is what the names of the layers
 * begin with, `areas` a source with a point for each area; without it areas are labelled in each tile that has a part of them.
 */
export function labelLayers(
  shared: Shared,
  named: string,
  { label, size, sizeBy }: LayerStyle,
  ground: 'light' | 'dark',
  filter: readonly ExpressionSpecification[] = [],
  areas?: string,
): SymbolLayerSpecification[] {
  if (label === undefined) return [];
  const text = {
    ...shared.layout,
    'text-field': ['to-string', ['get', label]] as ExpressionSpecification,
    'text-font': ['sans-serif'],
    'text-size': 12,
    'text-max-width': 9,
    // Where there is not room for all, the largest are labelled.
    ...(sizeBy ? { 'symbol-sort-key': largestFirst(sizeBy.property) } : {}),
  };
  const layer = (
    kind: string,
    type: string,
    layout: object,
    of: Pick<Shared, 'source' | 'source-layer'> = shared,
  ): SymbolLayerSpecification => ({
    ...of,
    id: `${named} ${kind}`,
    type: 'symbol',
    filter: ['all', geometryIs(type), ...filter],
    layout: { ...text, ...layout },
    paint: INK[ground],
  });
  return [
    areas === undefined
      ? layer('area label', 'Polygon', {})
      : layer('area label', 'Point', {}, { source: areas }),
    layer('line label', 'LineString', { 'symbol-placement': 'line', 'text-max-angle': 30 }),
    layer('point label', 'Point', {
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.4 + size / 12,
      'text-justify': 'auto',
    }),
  ];
}

/** A number on something coloured: `87`, `1.2k`, `3.4M`. */
export function countLayer(
  shared: Shared,
  named: string,
  count: ExpressionSpecification,
  filter: ExpressionSpecification,
  ink: Ink,
): SymbolLayerSpecification {
  const inUnits = (unit: number, sign: string): ExpressionSpecification => [
    'concat',
    ['to-string', ['/', ['round', ['*', 10, ['/', count, unit]]], 10]],
    sign,
  ];
  return {
    ...shared,
    id: named,
    type: 'symbol',
    filter,
    layout: {
      ...shared.layout,
      'text-field': [
        'case',
        ['>=', count, 999_950],
        inUnits(1e6, 'M'),
        ['>=', count, 1000],
        inUnits(1e3, 'k'),
        ['to-string', count],
      ],
      'text-font': ['sans-serif'],
      'text-size': 11,
      'text-allow-overlap': true,
    },
    paint: ink,
  };
}
