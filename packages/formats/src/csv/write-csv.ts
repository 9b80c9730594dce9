import type { Geometry } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import type { Feature } from '../feature.ts';
import { formatWkt } from '../geometry/wkt.ts';
import { isExactNumber } from '../json.ts';
import type { Platform } from '../platform.ts';
import { ESCAPED_COLUMN, roleOf } from '../tabular/column-names.ts';
import { partsOf, type TableColumn } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import type { CsvGeometry, FeatureInput, WriteOptions } from '../write/write-options.ts';
import { isTypedText } from './column-types.ts';
import { escapeFormula, isFormula } from './formulas.ts';

const CHUNK_CHARACTERS = 256 * 1024;
/** The name by which GDAL knows it, too. */
const GEOMETRY_COLUMN = 'WKT';
const POINT_COLUMNS = ['lon', 'lat', 'height'];

/** A header and a row per feature. Texts that would be read as something else are quoted. */
export async function* writeCsv(
  features: AsyncIterable<FeatureInput>,
  { csv = {} }: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const delimiter = csv.delimiter ?? ',';
  const { geometry: form = 'wkt' } = csv;
  const encoder = new TextEncoder();
  let hasFormulas = false;
  const observe = (feature: Feature) => {
    if (form === 'lonlat') assertPoint(feature);
    hasFormulas ||= csv.formulas !== 'keep' && textsOf(feature).some(isFormula);
  };
  const ownOf = (types: ReadonlySet<Geometry['type']>) =>
    hasPoints(form, types) ? POINT_COLUMNS : [GEOMETRY_COLUMN];
  const writeRows = async function* ({ schema: { columns, geometryTypes }, rows }: Table) {
    const isPoints = hasPoints(form, geometryTypes);
    const isEscaped = hasFormulas || (csv.formulas !== 'keep' && columns.some(hasFormulaName));
    const safe = (text: string) => (isEscaped ? escapeFormula(text) : text);
    const headers = columns.map((column) =>
      hasOwnName(column) ? column.name : quoted(safe(headerOf(column)), delimiter),
    );
    yield [...headers, ...(isEscaped ? [ESCAPED_COLUMN] : []), ...ownOf(geometryTypes)].join(delimiter);
    for await (const parts of rows()) {
      const { geometry } = parts.feature;
      const fields = columns.map((column) => fieldOf(column.pick(parts), column, safe, delimiter));
      const location = isPoints
        ? pointFields(geometry)
        : [geometry === null ? '' : quoted(formatWkt(geometry), delimiter)];
      yield [...fields, ...(isEscaped ? [''] : []), ...location].join(delimiter);
    }
  };
  const table = await withTable(features, ownOf, platform, writeRows, observe);
  let text = '';
  for await (const line of table) {
    text += `${line}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

/** Whether geometries are written as longitude and latitude. */
function hasPoints(form: CsvGeometry, types: ReadonlySet<Geometry['type']>): boolean {
  return form === 'lonlat' || (form === 'auto' && types.size === 1 && types.has('Point'));
}

/** What fields of a row may begin with that somebody chose: JSON begins with a bracket or a quote, names are looked at later. */
function textsOf(feature: Feature): string[] {
  const values = [feature.id, ...(partsOf(feature).tags ?? []), ...Object.values(feature.properties)];
  return values.filter((value) => typeof value === 'string');
}

/** A column of our own, such as `@id`. */
function hasOwnName({ name }: TableColumn): boolean {
  return typeof roleOf(name) === 'string';
}

function hasFormulaName(column: TableColumn): boolean {
  return !hasOwnName(column) && isFormula(column.name);
}

/** The columns of our own are JSON or not by their names; others say so. */
function headerOf({ name, type }: TableColumn): string {
  return type === 'json' ? `${name}:json` : name;
}

function fieldOf(
  value: unknown,
  { type }: TableColumn,
  safe: (text: string) => string,
  delimiter: string,
): string {
  if (value === undefined) return '';
  if (type === 'text' || type === 'json') {
    const text = String(value);
    // Others take 01234 for a number, too.
    const isTyped = isTypedText(text) || !Number.isNaN(Number(text));
    return isTyped ? `"${safe(text)}"` : quoted(safe(text), delimiter);
  }
  return isExactNumber(value) ? value.rawJSON : JSON.stringify(value);
}

function quoted(text: string, delimiter: string): string {
  const isPlain = !text.includes('"') && !text.includes(delimiter) && !/[\r\n]|^\s|\s$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

function assertPoint({ id, geometry }: Feature): void {
  if (geometry !== null && geometry.type !== 'Point')
    throw new FormatFault(
      'option',
      'csv',
      `feature ${id} is a ${geometry.type}: only points have lon and lat; write WKT`,
    );
}

function pointFields(geometry: Geometry | null): string[] {
  if (geometry?.type !== 'Point') return ['', '', ''];
  const [lon, lat, height] = geometry.coordinates;
  return [String(lon), String(lat), height === undefined ? '' : String(height)];
}
