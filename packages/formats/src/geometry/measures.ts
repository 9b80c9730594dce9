import type { Position } from '@meridian/geo/geojson';

/**
 * A position as its file has it: features have no room for measures (M), but until they are checked its measure is a fourth
 * number, so that the user is told of it. Of a position without a height the third is NaN then.
 */
export function measuredPosition(x: number, y: number, z: number, m: number): Position {
  if (!Number.isNaN(m)) return [x, y, z, m] as unknown as Position;
  return Number.isNaN(z) ? [x, y] : [x, y, z];
}

/** For users: what became of the measures of so many features. */
export function measuresLeftOut(features: number): string {
  return `measures (M) of ${features.toLocaleString('en')} ${features === 1 ? 'feature' : 'features'}, left out`;
}

/** Positions have more than three numbers: measures, or those of GeoJSON, which RFC 7946 lets readers ignore. */
export function hasMeasures(geometry: unknown): boolean {
  if (!isObject(geometry)) return false;
  const { coordinates, geometries } = geometry;
  return Array.isArray(geometries) ? geometries.some(hasMeasures) : isMeasured(coordinates);
}

/** The same geometry with the x, y and height of each position. */
export function withoutMeasures(geometry: unknown): unknown {
  if (!isObject(geometry)) return geometry;
  const { coordinates, geometries } = geometry;
  return Array.isArray(geometries)
    ? { ...geometry, geometries: geometries.map(withoutMeasures) }
    : { ...geometry, coordinates: cut(coordinates) };
}

function isMeasured(items: unknown): boolean {
  if (!Array.isArray(items)) return false;
  return typeof items[0] === 'number' ? items.length > 3 : items.some(isMeasured);
}

function cut(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  if (typeof items[0] !== 'number') return items.map(cut);
  return items.slice(0, Number.isNaN(items[2]) ? 2 : 3);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
