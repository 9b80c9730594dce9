import { createRequire } from 'node:module';
import type { MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Ring = readonly (readonly [number, number])[];

const FEWEST_CORNERS = 12;
const MAX_CORNERS = 60;

let shapes: readonly Ring[] | undefined;

/** Outlines of islands, each as wide or high as 1 and around 0: what nature looks like, to be scattered in any size. */
export function naturalShapes(): readonly Ring[] {
  shapes ??= readIslands().map(toUnit);
  return shapes;
}

function readIslands(): Ring[] {
  const topology = createRequire(import.meta.url)('world-atlas/land-50m.json') as Topology<{
    land: GeometryCollection;
  }>;
  const { features } = feature(topology, topology.objects.land);
  return features
    .flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates)
    .map(([outline]) => outline as unknown as Ring)
    .filter(({ length }) => length >= FEWEST_CORNERS && length <= MAX_CORNERS);
}

function toUnit(ring: Ring): Ring {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - west, Math.max(...ys) - south];
  const size = Math.max(width, height);
  return ring.map(([x, y]) => [(x - west - width / 2) / size, (y - south - height / 2) / size]);
}
