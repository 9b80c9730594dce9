import type { FileMetaData } from 'hyparquet';
import { FormatFault } from '../fault.ts';

/** What the file says under the key `geo` (GeoParquet 1.x). */
export type GeoColumn = {
  name: string;
  encoding: string;
  crs: object | null | undefined;
  /** The column with the boxes of the geometries. */
  covering?: string;
};

type GeoMetadata = {
  primary_column?: unknown;
  columns?: Record<
    string,
    { encoding?: unknown; crs?: object | null; covering?: { bbox?: { xmin?: unknown } } } | undefined
  >;
};

/**
 * The column with the geometry; Parquet's own GEOMETRY type, or a column of WKB by its name, if `geo` is missing.
 * Undefined for a table that has none.
 * @param chosen the column that the user names
 */
export function geometryColumn(
  { key_value_metadata, schema }: FileMetaData,
  file: string,
  chosen?: string,
): GeoColumn | undefined {
  const text = key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  if (text !== undefined) {
    let geo: GeoMetadata;
    try {
      geo = JSON.parse(text) as GeoMetadata;
    } catch {
      throw new FormatFault('malformed', file, 'has "geo" metadata that are not valid JSON');
    }
    const name = String(geo.primary_column ?? 'geometry');
    const column = geo.columns?.[name];
    if (column === undefined)
      throw new FormatFault('malformed', file, `says nothing of its geometry column "${name}"`);
    const box: unknown = column.covering?.bbox?.xmin;
    const covering: unknown = Array.isArray(box) ? box[0] : undefined;
    return {
      name,
      encoding: String(column.encoding ?? 'WKB'),
      crs: column.crs,
      ...(typeof covering === 'string' && { covering }),
    };
  }
  const typed = schema.find(
    ({ logical_type }) => logical_type?.type === 'GEOMETRY' || logical_type?.type === 'GEOGRAPHY',
  );
  const named = schema.find(
    (column) =>
      isBinary(column) &&
      (chosen === undefined ? /^(?:geometry|geom|wkb_geometry)$/i.test(column.name) : column.name === chosen),
  );
  const found = typed ?? named;
  return found && { name: found.name, encoding: 'WKB', crs: undefined };
}

/** Bytes that are said to be no text. */
function isBinary({ type, converted_type, logical_type }: FileMetaData['schema'][number]): boolean {
  return type === 'BYTE_ARRAY' && converted_type === undefined && logical_type === undefined;
}

/** Whether PROJJSON stands for longitude and latitude on WGS 84. */
export function isCrs84(crs: object): boolean {
  const { id } = crs as { id?: { authority?: unknown; code?: unknown } };
  return (
    (id?.authority === 'OGC' && String(id.code).startsWith('CRS84')) ||
    (id?.authority === 'EPSG' && String(id.code) === '4326')
  );
}
