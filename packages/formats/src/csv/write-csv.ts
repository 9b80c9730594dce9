import type { Geometry } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { formatWkt } from '../geometry/wkt.ts';
import { isExactNumber } from '../json.ts';
import type { Platform } from '../platform.ts';
import { roleOf } from '../tabular/column-names.ts';
import type { TableColumn } from '../tabular/schema.ts';
import { withTable } from '../tabular/table.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { isTypedText } from './column-types.ts';

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
  const isPoints = csv.geometry === 'lonlat';
  const own = isPoints ? POINT_COLUMNS : [GEOMETRY_COLUMN];
  const encoder = new TextEncoder();
  const table = await withTable(features, own, platform, async function* ({ schema: { columns }, rows }) {
    yield [...columns.map(headerOf), ...own].map((name) => quoted(name, delimiter)).join(delimiter);
    for await (const parts of rows()) {
      const { geometry, id } = parts.feature;
      const fields = columns.map((column) => fieldOf(column.pick(parts), column, delimiter));
      const location = isPoints
        ? pointFields(geometry, id)
        : [geometry === null ? '' : quoted(formatWkt(geometry), delimiter)];
      yield [...fields, ...location].join(delimiter);
    }
  });
  let text = '';
  for await (const line of table) {
    text += `${line}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

/** The columns of our own are JSON or not by their names; others say so. */
function headerOf({ name, type }: TableColumn): string {
  return type === 'json' && typeof roleOf(name) === 'object' ? `${name}:json` : name;
}

function fieldOf(value: unknown, { type }: TableColumn, delimiter: string): string {
  if (value === undefined) return '';
  if (type === 'text' || type === 'json') {
    const text = String(value);
    // Others take 01234 for a number, too.
    return isTypedText(text) || !Number.isNaN(Number(text)) ? `"${text}"` : quoted(text, delimiter);
  }
  return isExactNumber(value) ? value.rawJSON : JSON.stringify(value);
}

function quoted(text: string, delimiter: string): string {
  const isPlain = !text.includes('"') && !text.includes(delimiter) && !/[\r\n]|^\s|\s$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

function pointFields(geometry: Geometry | null, id: string | undefined): string[] {
  if (geometry === null) return ['', '', ''];
  if (geometry.type !== 'Point')
    throw new FormatFault(
      'option',
      'csv',
      `feature ${id} is a ${geometry.type}: only points have lon and lat; write WKT`,
    );
  const [lon, lat, height] = geometry.coordinates;
  return [String(lon), String(lat), height === undefined ? '' : String(height)];
}
