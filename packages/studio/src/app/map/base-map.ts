import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { WORLD_ATTRIBUTION } from '../../world/attribution.ts';
import { assets } from '../assets.ts';
import { BASE_COLORS } from './base-colors.ts';
import { tileArchive } from './tile-archives.ts';

/** What lies above the base map is put below its names. */
export const NAMES_LAYER = 'places';

const SOURCE = 'world';

const graticule: GeoJSON.Feature = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'MultiLineString',
    coordinates: [
      ...Array.from({ length: 24 }, (_, i) =>
        Array.from({ length: 35 }, (_, j) => [i * 15 - 180, j * 5 - 85]),
      ),
      ...Array.from({ length: 11 }, (_, i) =>
        Array.from({ length: 73 }, (_, j) => [j * 5 - 180, i * 15 - 75]),
      ),
    ],
  },
};

/** Land, water, borders and names of the world, from this hub as everything else. */
export function baseStyle(theme: 'light' | 'dark'): StyleSpecification {
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        url: tileArchive(new URL(assets.world, location.href).href),
        attribution: WORLD_ATTRIBUTION,
      },
      graticule: { type: 'geojson', data: graticule, maxzoom: 4 },
    },
    layers: baseLayers(theme),
  };
}

/** All that is below the spaces; their colours go by the theme. */
export function baseLayers(theme: 'light' | 'dark'): LayerSpecification[] {
  const colors = BASE_COLORS[theme];
  const from = (layer: string) => ({ source: SOURCE, 'source-layer': layer });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: {
        'line-color': colors.graticule,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 1, 6, 0],
      },
    },
    { ...from('land'), id: 'land', type: 'fill', paint: { 'fill-color': colors.land } },
    { ...from('lakes'), id: 'lakes', type: 'fill', paint: { 'fill-color': colors.water } },
    {
      ...from('rivers'),
      id: 'rivers',
      type: 'line',
      minzoom: 2,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colors.water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 5, 1.2, 9, 2.5],
      },
    },
    {
      ...from('regions'),
      id: 'regions',
      type: 'line',
      minzoom: 3,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.border,
        'line-width': 0.7,
        'line-dasharray': [3, 2],
        'line-opacity': 0.8,
      },
    },
    {
      ...from('borders'),
      id: 'borders',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.4],
      },
    },
    {
      ...from('places'),
      id: NAMES_LAYER,
      type: 'symbol',
      minzoom: 2,
      filter: ['<=', ['get', 'zoom'], ['+', ['zoom'], 0.5]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['+', 9, ['*', 0.8, ['get', 'size']]],
          10,
          ['+', 11, ['*', 1.8, ['get', 'size']]],
        ],
        'text-max-width': 8,
        // The most important are placed first; within a zoom the largest.
        'symbol-sort-key': ['-', ['*', 10, ['get', 'zoom']], ['get', 'size']],
      },
      paint: {
        'text-color': colors.place,
        'text-halo-color': colors.halo,
        'text-halo-width': 1.2,
      },
    },
    {
      ...from('countries'),
      id: 'names',
      type: 'symbol',
      minzoom: 1,
      maxzoom: 7,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Arial Medium'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 9.5, 6, 15],
        'text-max-width': 7,
        'text-letter-spacing': 0.08,
        'text-transform': 'uppercase',
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: { 'text-color': colors.country, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
    },
  ];
}
