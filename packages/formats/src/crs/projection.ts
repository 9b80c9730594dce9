import type { Geometry, Position } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { definitionOfCode } from './codes.ts';

/** Turns coordinates of a file into longitude and latitude. Heights stay as they are. */
export type ToWgs84 = (geometry: Geometry) => Geometry;

/** How a file says what its coordinates mean: WKT, a PROJ string, PROJJSON, `EPSG:25832`, or a code with its WKT. */
export type CrsDefinition = string | { code?: number; wkt?: string } | { projJson: object };

/** Of what is in WGS 84 already. */
export const AS_THEY_ARE: ToWgs84 = (geometry) => geometry;
/** Of proj4's datums: WGS 84 itself, and one that says nothing of how it lies to WGS 84. */
const WGS84_DATUM = 4;
const NO_DATUM = 5;

/** The way to WGS 84 from the system that is given; `name` is what a message calls it. */
export async function toWgs84(definition: CrsDefinition, file: string): Promise<ToWgs84> {
  const { code, text } = whatItSays(definition);
  if (code === 4326 || code === 4979) return AS_THEY_ARE;
  const { default: proj4 } = await import('proj4');
  const candidates = [text, code === undefined ? undefined : definitionOfCode(code)];
  for (const candidate of candidates) {
    if (candidate === undefined || candidate === '') continue;
    try {
      const system = new proj4.Proj(candidate as string) as unknown as Projection;
      if (isWgs84(system)) return AS_THEY_ARE;
      const { forward } = proj4(candidate as string, 'EPSG:4326');
      // Definitions that can't be used fail on the first point.
      forward([system.x0 ?? 0, system.y0 ?? 0]);
      return (geometry) => reproject(geometry, forward as Forward);
    } catch {
      // The next candidate may do; if none does, that is told below.
    }
  }
  const shown = code === undefined ? String(text).slice(0, 80) : `EPSG:${code}`;
  throw new FormatFault(
    'unsupported',
    file,
    `is in a coordinate system that can't be turned into WGS 84: ${shown}`,
  );
}

type Projection = {
  projName?: string;
  from_greenwich?: number;
  to_meter?: number;
  datum?: { datum_type: number };
  x0?: number;
  y0?: number;
};
type Forward = (point: number[]) => number[];

function whatItSays(definition: CrsDefinition): { code?: number; text?: string | object } {
  if (typeof definition === 'object') {
    if ('projJson' in definition) return { text: definition.projJson };
    return {
      ...(definition.code === undefined ? {} : { code: definition.code }),
      ...(definition.wkt === undefined ? {} : { text: definition.wkt }),
    };
  }
  if (/^(?:urn:ogc:def:crs:OGC:[\d.]*:|OGC:)CRS84h?$/i.test(definition)) return { code: 4326 };
  const code =
    /^(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?(\d+)$/i.exec(definition.trim())?.[1] ??
    /^\d+$/.exec(definition)?.[0];
  return code === undefined ? { text: definition } : { code: Number(code) };
}

function isWgs84({ projName, from_greenwich, to_meter, datum }: Projection): boolean {
  return (
    projName === 'longlat' &&
    !from_greenwich &&
    (to_meter === undefined || to_meter === 1) &&
    (datum === undefined || datum.datum_type === WGS84_DATUM || datum.datum_type === NO_DATUM)
  );
}

function reproject(geometry: Geometry, forward: Forward): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => reproject(member, forward)) };
  return { ...geometry, coordinates: moved(geometry.coordinates, forward) } as Geometry;
}

type Nested = Position | Nested[];

function moved(items: Nested, forward: Forward): Nested {
  if (typeof items[0] !== 'number') return (items as Nested[]).map((item) => moved(item, forward));
  const [x, y, ...z] = items as Position;
  const [lon, lat] = forward([x, y]) as [number, number];
  return [within(lon, 180), within(lat, 90), ...z] as Position;
}

/** The antimeridian and the poles may come out a hair beyond the range. */
function within(value: number, range: number): number {
  return Math.abs(value) > range && Math.abs(value) < range + 1e-9 ? Math.sign(value) * range : value;
}
