import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { unwrap } from '../../world/unwrap.ts';
import { assets } from '../assets.ts';
import { labelPoint } from './label-point.ts';

/** Natural Earth, public domain: from this hub as everything else. */
export type World = { countries: GeoJSON.FeatureCollection; names: GeoJSON.FeatureCollection };

type Colors = { water: string; land: string; border: string; graticule: string; name: string; halo: string };

const COLORS: Record<'light' | 'dark', Colors> = {
  light: {
    water: '#dfe9ea',
    land: '#f8f7f2',
    border: '#c3ccc8',
    graticule: '#cfdcdd',
    name: '#6d7b7c',
    halo: '#f8f7f2',
  },
  dark: {
    water: '#12191d',
    land: '#1e272b',
    border: '#36444a',
    graticule: '#1b252a',
    name: '#85959b',
    halo: '#1e272b',
  },
};

let loading: Promise<World> | undefined;

export function loadWorld(): Promise<World> {
  loading ??= (async () => {
    const response = await fetch(assets.world);
    const topology = (await response.json()) as Topology;
    const wrapped = feature(topology, topology.objects.countries!) as GeoJSON.FeatureCollection;
    const countries: GeoJSON.FeatureCollection = {
      ...wrapped,
      features: wrapped.features.map((country) => ({ ...country, geometry: unwrap(country.geometry) })),
    };
    const names = countries.features.map(({ geometry, properties }) => labelPoint(geometry, properties));
    return {
      countries,
      names: { type: 'FeatureCollection', features: names.filter((name) => name !== undefined) },
    };
  })();
  return loading;
}

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

export function baseStyle(world: World, theme: 'light' | 'dark'): StyleSpecification {
  const geojson = (data: GeoJSON.GeoJSON, maxzoom = 8): SourceSpecification => ({
    type: 'geojson',
    data,
    maxzoom,
  });
  return {
    version: 8,
    sources: {
      countries: geojson(world.countries),
      names: geojson(world.names),
      graticule: geojson(graticule, 4),
    },
    layers: baseLayers(theme),
  };
}

/** All that is below the spaces; their colours go by the theme. */
export function baseLayers(theme: 'light' | 'dark'): LayerSpecification[] {
  const { water, land, border, graticule, name, halo } = COLORS[theme];
  return [
    { id: 'water', type: 'background', paint: { 'background-color': water } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': land } },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: {
        'line-color': graticule,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 1, 6, 0],
      },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': border, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1.2] },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      minzoom: 1,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 14],
        'text-max-width': 7,
        'text-letter-spacing': 0.06,
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.2 },
    },
  ];
}

/** What lies above the base map is put below the names. */
export const NAMES_LAYER = 'names';
