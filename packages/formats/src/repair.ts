import type { Geometry } from '@meridian/geo/geojson';
import { type Geos, loadGeos, repairGeometry } from '@meridian/geo/repair';
import { checkFeature, refuse } from './check.ts';
import type { ReadRecord } from './feature.ts';

type JsonObject = Record<string, unknown>;

/** Repairs records one by one: rings are closed, areas that cross themselves are made valid by GEOS. */
export async function loadRepair(): Promise<(record: ReadRecord) => ReadRecord> {
  const geos = await loadGeos();
  return (record) => withValidAreas(geos, withClosedRings(record));
}

/**
 * What a refused record is once its rings are closed and holes of less than four positions are left out. A record that
 * is good, or that this does not help, is returned as it is.
 */
function withClosedRings(record: ReadRecord): ReadRecord {
  const { refused } = record;
  if (refused === undefined || record.candidate === undefined) return record;
  const feature = record.candidate as JsonObject;
  const geometry = closedGeometry(feature.geometry);
  const checked = checkFeature({ ...feature, geometry }, refused.location);
  return checked.refused === undefined ? { ...checked, repaired: refused.reason } : record;
}

/** What was wrong is said with what the geometry became, if that is of another type. */
function withValidAreas(geos: Geos, record: ReadRecord): ReadRecord {
  const { feature } = record;
  if (feature === undefined || feature.geometry === null) return record;
  const repair = repairGeometry(geos, feature.geometry);
  if (repair === undefined) return record;
  if (repair.geometry === null)
    return refuse(record.location, `${repair.reason}: nothing is left after a repair`, feature.id);
  const reasons = [record.repaired, `${repair.reason}${change(feature.geometry, repair.geometry)}`];
  return {
    feature: { ...feature, geometry: repair.geometry },
    location: record.location,
    repaired: reasons.filter((reason) => reason !== undefined).join('; '),
  };
}

function change(before: Geometry, after: Geometry): string {
  return before.type === after.type ? '' : `, the ${before.type} is a ${after.type} now`;
}

function closedGeometry(geometry: unknown): unknown {
  if (typeof geometry !== 'object' || geometry === null) return geometry;
  const { type, coordinates, geometries } = geometry as JsonObject;
  if (type === 'GeometryCollection' && Array.isArray(geometries))
    return { ...geometry, geometries: geometries.map(closedGeometry) };
  if (!Array.isArray(coordinates)) return geometry;
  if (type === 'Polygon') return { ...geometry, coordinates: closedRings(coordinates) };
  if (type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: coordinates.map((rings) => (Array.isArray(rings) ? closedRings(rings) : rings)),
    };
  return geometry;
}

/** The first ring stays whatever it is: without it there is no polygon. */
function closedRings(rings: readonly unknown[]): unknown[] {
  return rings.map(closed).filter((ring, i) => i === 0 || !Array.isArray(ring) || ring.length >= 4);
}

/** Where the ends differ in height only, the last position becomes the first one. */
function closed(ring: unknown): unknown {
  if (!Array.isArray(ring) || ring.length < 3) return ring;
  const [first, last] = [ring[0], ring.at(-1)];
  if (!Array.isArray(first) || !Array.isArray(last) || String(first) === String(last)) return ring;
  const isSamePosition = first[0] === last[0] && first[1] === last[1];
  return [...(isSamePosition ? ring.slice(0, -1) : ring), first];
}
