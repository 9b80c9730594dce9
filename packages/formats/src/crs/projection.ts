import { definitionOfCode } from '@meridian/geo/crs-codes';
import type { Geometry, Position } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { shiftOf } from './datums.ts';

/** Transforms coordinates of a file to longitude and latitude. Heights stay as they are. */
export type ToWgs84 = (geometry: Geometry) => Geometry;

/** How a file says what its coordinates mean: WKT, a PROJ string, PROJJSON, `EPSG:25832`, or a code with its WKT. */
export type CrsDefinition = string | { code?: number; wkt?: string } | { projJson: object };

/** Of what is in WGS 84 already. */
export const AS_THEY_ARE: ToWgs84 = (geometry) => geometry;

/** proj4's kinds of datums that know their way to WGS 84: three parameters, seven, a grid. */
const SHIFTED = [1, 2, 3];
const WGS84_RADII = [6378137, 6356752.3142] as const;

type Projection = {
  projName?: string;
  from_greenwich?: number;
  to_meter?: number;
  a?: number;
  b?: number;
  sphere?: boolean;
  datum?: { datum_type: number };
  x0?: number;
  y0?: number;
};
type Forward = (point: number[]) => number[];
type Proj4 = typeof import('proj4');

/** The way to WGS 84 from the system that is given. */
export async function toWgs84(definition: CrsDefinition, file: string): Promise<ToWgs84> {
  const { code, text } = whatItSays(definition);
  if (code === 4326 || code === 4979) return AS_THEY_ARE;
  const { default: proj4 } = await import('proj4');
  const known = code === undefined ? undefined : definitionOfCode(code);
  for (const candidate of [
    known,
    ...(text === undefined || isTreacherous(text) ? [] : [await shifted(text), text]),
  ]) {
    if (candidate === undefined || candidate === '') continue;
    const found = transformation(candidate, proj4);
    if (found !== undefined) return found;
  }
  const shown = code === undefined ? brief(text) : `EPSG:${code}`;
  throw new FormatFault(
    'unsupported',
    file,
    `is in a coordinate system that can't be turned into WGS 84: ${shown}`,
  );
}

/** The same for codes that come with single geometries (EWKT, EWKB). Throws GeometryFormatError for one nobody knows. */
export async function projectionsBySrid(): Promise<(srid: number) => ToWgs84> {
  const { default: proj4 } = await import('proj4');
  const known = new Map<number, ToWgs84>();
  return (srid) => {
    const earlier = known.get(srid);
    if (earlier !== undefined) return earlier;
    const definition = definitionOfCode(srid);
    const found = definition === undefined ? undefined : transformation(definition, proj4);
    if (found === undefined)
      throw new GeometryFormatError(`is in SRID ${srid}, which can't be turned into WGS 84`);
    known.set(srid, found);
    return found;
  };
}

/**
 * What proj4 reads but puts elsewhere, by tens or hundreds of kilometres: prime meridians other than Greenwich, and
 * oblique projections in WKT 2 or PROJJSON.
 */
function isTreacherous(definition: string | object): boolean {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  const meridian =
    /PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-\d.]+)|"prime_meridian"\s*:\s*\{[^}]*"longitude"\s*:\s*([-\d.]+)/.exec(
      text,
    );
  const isNew = typeof definition === 'object' || /^\s*[A-Z]+CRS\s*\[/.test(text);
  return (meridian !== null && Number(meridian[1] ?? meridian[2]) !== 0) || (isNew && /oblique/i.test(text));
}

/** A definition with the shift of its datum, which the file names only. */
async function shifted(definition: string | object): Promise<object | undefined> {
  const shift = shiftOf(definition);
  if (shift === undefined) return undefined;
  const { default: parseDefinition } = await import('wkt-parser');
  try {
    // Under another name, so that proj4 takes the shift from here and not from its own list.
    return { ...parseDefinition(definition), datum_params: shift, datumCode: 'shifted' };
  } catch {
    return undefined;
  }
}

/** Undefined if proj4 can't use the definition, or does not know where its datum lies. */
function transformation(definition: string | object, proj4: Proj4): ToWgs84 | undefined {
  try {
    const system = new proj4.Proj(definition as string) as unknown as Projection;
    if (!hasKnownDatum(system)) return undefined;
    if (system.projName === 'longlat' && !isShifted(system) && !system.from_greenwich) return AS_THEY_ARE;
    const { forward } = proj4(definition as string, 'EPSG:4326');
    // Definitions that can't be used fail on the first point.
    forward([system.x0 ?? 0, system.y0 ?? 0]);
    return (geometry) => reproject(geometry, forward as Forward);
  } catch {
    // What proj4 throws (a text, often) says no more than that it can't.
    return undefined;
  }
}

function isShifted({ datum }: Projection): boolean {
  return datum !== undefined && SHIFTED.includes(datum.datum_type);
}

/**
 * Without a shift, only datums on the ellipsoid of WGS 84 (or the sphere of web maps) are where it is. Others are a
 * hundred metres off, which nobody would notice: better refused.
 */
function hasKnownDatum(system: Projection): boolean {
  const { a = 0, b = 0 } = system;
  if (isShifted(system)) return true;
  return Math.abs(a - WGS84_RADII[0]) < 1 && (Math.abs(b - WGS84_RADII[1]) < 1 || Math.abs(b - a) < 1);
}

/** For users: `EPSG:25832`, or the name within its definition. */
export function crsName(definition: CrsDefinition): string {
  const { code, text } = whatItSays(definition);
  if (code !== undefined) return `EPSG:${code}`;
  if (typeof text === 'object') return String((text as { name?: unknown }).name ?? 'PROJJSON');
  return /^\s*[A-Z]+\s*\[\s*"([^"]*)"/i.exec(text ?? '')?.[1] ?? brief(text);
}

function brief(text: unknown): string {
  return (typeof text === 'string' ? text : JSON.stringify(text)).slice(0, 120);
}

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

function reproject(geometry: Geometry, forward: Forward): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => reproject(member, forward)) };
  return { ...geometry, coordinates: moved(geometry.coordinates, forward) } as Geometry;
}

type Nested = Position | Nested[];

function moved(items: Nested, forward: Forward): Nested {
  if (typeof items[0] !== 'number') return (items as Nested[]).map((item) => moved(item, forward));
  const [x, y, ...z] = items as Position;
  // Left to the check, which names the culprit; proj4 would throw.
  if (!Number.isFinite(x) || !Number.isFinite(y)) return items;
  const [lon, lat] = forward([x, y]) as [number, number];
  return [within(lon, 180), within(lat, 90), ...z] as Position;
}

/** The antimeridian and the poles may come out a hair beyond the range. */
function within(value: number, range: number): number {
  return Math.abs(value) > range && Math.abs(value) < range + 1e-9 ? Math.sign(value) * range : value;
}
