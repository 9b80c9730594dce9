import type { Feature } from '../feature.ts';
import { LOSS_KINDS, type Losses } from './losses.ts';

type WriteFormat = {
  title: string;
  ending: string;
  /** What a web server says of it. */
  mediaType: string;
};

/** What can be written. */
export const WRITE_FORMATS = {
  geojson: { title: 'GeoJSON', ending: 'geojson', mediaType: 'application/geo+json' },
  ndjson: {
    title: 'newline-delimited GeoJSON',
    ending: 'ndjson',
    mediaType: 'application/x-ndjson',
  },
  csv: { title: 'CSV', ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  geopackage: {
    title: 'GeoPackage',
    ending: 'gpkg',
    mediaType: 'application/geopackage+sqlite3',
  },
  flatgeobuf: { title: 'FlatGeobuf', ending: 'fgb', mediaType: 'application/vnd.flatgeobuf' },
  geoparquet: {
    title: 'GeoParquet',
    ending: 'parquet',
    mediaType: 'application/vnd.apache.parquet',
  },
  xlsx: {
    title: 'Excel workbook',
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  shapefile: {
    title: 'Shapefile',
    ending: 'zip',
    mediaType: 'application/zip',
  },
  kml: {
    title: 'KML',
    ending: 'kml',
    mediaType: 'application/vnd.google-earth.kml+xml',
  },
  gml: {
    title: 'GML',
    ending: 'gml',
    mediaType: 'application/gml+xml; version=3.2',
  },
  gpx: {
    title: 'GPX',
    ending: 'gpx',
    mediaType: 'application/gpx+xml',
  },
} as const satisfies Record<string, WriteFormat>;

export type WriteFormatId = keyof typeof WRITE_FORMATS;

/** Formats that give back everything when they are read again. */
export const LOSSLESS_FORMATS = (Object.keys(WRITE_FORMATS) as WriteFormatId[]).filter(
  (format) =>
    !Object.values(LOSS_KINDS).some(({ formats }) => (formats as readonly string[]).includes(format)),
);

export const FORMULA_MODES = ['escape', 'keep'] as const;
export type FormulaMode = (typeof FORMULA_MODES)[number];

export const CSV_GEOMETRIES = ['wkt', 'lonlat', 'auto'] as const;
export type CsvGeometry = (typeof CSV_GEOMETRIES)[number];

export type WriteOptions = {
  /** Name of the layer or table, where the format has one; default `features`. */
  name?: string;
  csv?: {
    /**
     * `wkt` (default): a column of WKT. `lonlat`: columns lon, lat and height; only points can be written so. `auto`: those
     * where all geometries are points, otherwise WKT.
     */
    geometry?: CsvGeometry;
    delimiter?: string;
    /** `escape` (default): an apostrophe before texts that spreadsheets would run as formulas. `keep`: as they are. */
    formulas?: FormulaMode;
  };
  /** Learns what was left out or changed because the format has no room for it. */
  losses?: Losses;
  signal?: AbortSignal;
};

/** As a feature, or as its JSON text, which formats made of JSON pass on unparsed. */
export type FeatureInput = Feature | string;
