import type { Geometry, Position } from '@meridian/geo/geojson';
import type { ToWgs84 } from '../crs/projection.ts';
import { parseJson } from '../json.ts';
import { GeometryFormatError } from './geometry-format-error.ts';
import { parseHexWkb, sridOfHexWkb } from './wkb.read.ts';
import { parseEwkt } from './wkt.ts';

/** The way to WGS 84 from a code of EPSG, as PostGIS writes it before a geometry. */
export type SridProjection = (srid: number) => ToWgs84;

/** WKT or EWKT, hexadecimal WKB or EWKB, or GeoJSON; null where the text is empty. Throws GeometryFormatError. */
export function geometryOfText(text: string, bySrid?: SridProjection): Geometry | null {
  if (text === '') return null;
  if (text.startsWith('{')) {
    try {
      return parseJson(text) as Geometry;
    } catch {
      throw new GeometryFormatError('has a GeoJSON geometry that is not valid JSON');
    }
  }
  if (/^0[01][0-9a-fA-F]+$/.test(text)) return inWgs84(parseHexWkb(text), sridOfHexWkb(text), bySrid);
  const { srid, geometry } = parseEwkt(text);
  return inWgs84(geometry, srid, bySrid);
}

function inWgs84(
  geometry: Geometry | null,
  srid: number | undefined,
  bySrid: SridProjection | undefined,
): Geometry | null {
  if (geometry === null || srid === undefined || srid === 0 || srid === 4326) return geometry;
  if (bySrid === undefined)
    throw new GeometryFormatError(`is in SRID ${srid}: only 4326 (WGS 84) is read here`);
  return bySrid(srid)(geometry);
}

/** Numbers, or texts that are numbers. */
export type PointParts = { lon: unknown; lat: unknown; height?: unknown };

/** A point; null where both coordinates are empty. Throws GeometryFormatError. */
export function pointOf({ lon, lat, height }: PointParts, isDecimalComma: boolean): Geometry | null {
  if (isEmpty(lon) && isEmpty(lat)) return null;
  const x = coordinate(lon, 'longitude', isDecimalComma);
  const y = coordinate(lat, 'latitude', isDecimalComma);
  const z = isEmpty(height) ? [] : [coordinate(height, 'height', isDecimalComma)];
  return { type: 'Point', coordinates: [x, y, ...z] as Position };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function coordinate(value: unknown, what: string, isDecimalComma: boolean): number {
  if (isEmpty(value)) throw new GeometryFormatError(`has no ${what}`);
  const number = typeof value === 'string' ? Number(isDecimalComma ? value.replace(',', '.') : value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new GeometryFormatError(`has ${JSON.stringify(value).slice(0, 42)} as ${what}, which is no number`);
  return number;
}
