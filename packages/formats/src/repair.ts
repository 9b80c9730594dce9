import { checkFeature } from './check.ts';
import type { ReadRecord } from './feature.ts';

type JsonObject = Record<string, unknown>;

/**
 * What a refused record is once its rings are closed and holes of less than four positions are left out. A record that
 * is good, or that this does not help, is returned as it is.
 */
export function repaired(record: ReadRecord): ReadRecord {
  const { refused } = record;
  if (refused === undefined || record.candidate === undefined) return record;
  const feature = record.candidate as JsonObject;
  const geometry = repairedGeometry(feature.geometry);
  const checked = checkFeature({ ...feature, geometry }, refused.location);
  return checked.refused === undefined ? { ...checked, repaired: refused.reason } : record;
}

function repairedGeometry(geometry: unknown): unknown {
  if (typeof geometry !== 'object' || geometry === null) return geometry;
  const { type, coordinates, geometries } = geometry as JsonObject;
  if (type === 'GeometryCollection' && Array.isArray(geometries))
    return { ...geometry, geometries: geometries.map(repairedGeometry) };
  if (!Array.isArray(coordinates)) return geometry;
  if (type === 'Polygon') return { ...geometry, coordinates: repairedRings(coordinates) };
  if (type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: coordinates.map((rings) => (Array.isArray(rings) ? repairedRings(rings) : rings)),
    };
  return geometry;
}

/** The first ring stays whatever it is: without it there is no polygon. */
function repairedRings(rings: readonly unknown[]): unknown[] {
  return rings.map(closed).filter((ring, i) => i === 0 || !Array.isArray(ring) || ring.length >= 4);
}

/** Where the ends differ in height only, the last position becomes the first one. */
function closed(ring: unknown): unknown {
  if (!Array.isArray(ring) || ring.length < 3) return ring;
  const [first, last] = [ring[0], ring.at(-1)];
  if (!Array.isArray(first) || !Array.isArray(last) || String(first) === String(last)) return ring;
  const isSamePlace = first[0] === last[0] && first[1] === last[1];
  return [...(isSamePlace ? ring.slice(0, -1) : ring), first];
}
