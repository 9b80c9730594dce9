import type { Geometry, Position } from '../geojson.ts';
import type { Crs } from './crs.ts';

type Nested = Position | Nested[];
type Move = (position: Position) => Position;

/** A tenth of a millimetre, and as small in degrees as GeoJSON has them. */
const METRE_DECIMALS = 1e4;

/** A geometry in the coordinates of a system; null where it can't express them, as LAEA can't the antipode. */
export function toCrs(geometry: Geometry, crs: Crs): Geometry | null {
  const round = crs.isGeographic ? (value: number) => value : rounded;
  return moved(geometry, ([lon, lat, ...rest]) => {
    const [a, b] = crs.fromLonLat([lon, lat]);
    return [round(a), round(b), ...rest] as Position;
  });
}

/** The way back. Heights stay as they are. */
export function fromCrs(geometry: Geometry, crs: Crs): Geometry | null {
  return moved(geometry, ([a, b, ...rest]) => {
    const [lon, lat] = crs.toLonLat([a, b]);
    return [within(lon, 180), within(lat, 90), ...rest] as Position;
  });
}

function rounded(value: number): number {
  return Math.round(value * METRE_DECIMALS) / METRE_DECIMALS;
}

/** The antimeridian and the poles may come out a hair beyond the range. */
function within(value: number, range: number): number {
  return Math.abs(value) > range && Math.abs(value) < range + 1e-9 ? Math.sign(value) * range : value;
}

function moved(geometry: Geometry, move: Move): Geometry | null {
  let isExpressed = true;
  const each = (position: Position): Position => {
    const to = move(position);
    isExpressed &&= Number.isFinite(to[0]) && Number.isFinite(to[1]);
    return to;
  };
  const result = movedParts(geometry, each);
  return isExpressed ? result : null;
}

function movedParts(geometry: Geometry, move: Move): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => movedParts(member, move)) };
  return { ...geometry, coordinates: nested(geometry.coordinates, move) } as Geometry;
}

function nested(items: Nested, move: Move): Nested {
  if (items.length === 0) return items;
  return typeof items[0] === 'number'
    ? move(items as Position)
    : (items as Nested[]).map((item) => nested(item, move));
}
