import type { Geometry } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseHexWkb } from '../geometry/wkb.read.ts';
import { parseWkt } from '../geometry/wkt.ts';
import { parseJson } from '../json.ts';
import type { CsvColumns } from './columns.ts';
import type { Field } from './record-splitter.ts';

/** The geometry of a row; null where its fields are empty. Throws GeometryFormatError. */
export function geometryOfRow(
  fields: Field[],
  columns: CsvColumns,
  isDecimalComma: boolean,
): Geometry | null {
  if (columns.geometry !== undefined) return geometryOfText(fields[columns.geometry]?.text.trim() ?? '');
  if (columns.lon === undefined || columns.lat === undefined) return null;
  const text = (index: number) => fields[index]?.text.trim() ?? '';
  const lonText = text(columns.lon);
  const latText = text(columns.lat);
  if (lonText === '' && latText === '') return null;
  const lon = coordinate(lonText, 'longitude', isDecimalComma);
  const lat = coordinate(latText, 'latitude', isDecimalComma);
  const height = columns.height === undefined ? '' : text(columns.height);
  return {
    type: 'Point',
    coordinates: height === '' ? [lon, lat] : [lon, lat, coordinate(height, 'height', isDecimalComma)],
  };
}

function coordinate(text: string, what: string, isDecimalComma: boolean): number {
  const value = Number(isDecimalComma ? text.replace(',', '.') : text);
  if (text === '' || !Number.isFinite(value))
    throw new GeometryFormatError(
      text === '' ? `has no ${what}` : `has "${text.slice(0, 40)}" as ${what}, which is no number`,
    );
  return value;
}

function geometryOfText(text: string): Geometry | null {
  if (text === '') return null;
  if (text.startsWith('{')) {
    try {
      return parseJson(text) as Geometry;
    } catch {
      throw new GeometryFormatError('has a GeoJSON geometry that is not valid JSON');
    }
  }
  return /^0[01][0-9a-fA-F]+$/.test(text) ? parseHexWkb(text) : parseWkt(text);
}
