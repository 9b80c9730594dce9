import type { Feature } from '../feature.ts';

/** What can be written, with what a web server says of it. */
export const WRITE_FORMATS = {
  geojson: { title: 'GeoJSON', ending: 'geojson', mediaType: 'application/geo+json' },
  ndjson: { title: 'newline-delimited GeoJSON', ending: 'ndjson', mediaType: 'application/x-ndjson' },
  csv: { title: 'CSV', ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  geopackage: { title: 'GeoPackage', ending: 'gpkg', mediaType: 'application/geopackage+sqlite3' },
  flatgeobuf: { title: 'FlatGeobuf', ending: 'fgb', mediaType: 'application/vnd.flatgeobuf' },
  geoparquet: { title: 'GeoParquet', ending: 'parquet', mediaType: 'application/vnd.apache.parquet' },
} as const;

export type WriteFormatId = keyof typeof WRITE_FORMATS;

export const FORMULA_MODES = ['escape', 'keep'] as const;
export type FormulaMode = (typeof FORMULA_MODES)[number];

export type WriteOptions = {
  /** Name of the layer or table, where the format has one; default `features`. */
  name?: string;
  csv?: {
    /** `wkt` (default): a column of WKT. `lonlat`: columns lon, lat and height; only points can be written so. */
    geometry?: 'wkt' | 'lonlat';
    delimiter?: string;
    /** `escape` (default): an apostrophe before texts that spreadsheets would run as formulas. `keep`: as they are. */
    formulas?: FormulaMode;
  };
  signal?: AbortSignal;
};

/** As a feature, or as its JSON text, which formats made of JSON pass on unparsed. */
export type FeatureInput = Feature | string;
