import type { Feature } from '../feature.ts';
import type { Losses } from './losses.ts';

type WriteFormat = {
  title: string;
  ending: string;
  /** What a web server says of it. */
  mediaType: string;
  /** What the format has no room for, in words; a writer counts what it left out in `losses`. */
  losses: readonly string[];
};

const PLAIN_LOSSES = [
  'ids and tags, which become the properties id and tags',
  'what the hub notes on features, such as createdAt',
  'properties that are null, and members of features besides id, geometry and properties',
  'types of nested properties, which are written as JSON texts',
] as const;

/** What can be written. */
export const WRITE_FORMATS = {
  geojson: { title: 'GeoJSON', ending: 'geojson', mediaType: 'application/geo+json', losses: [] },
  ndjson: {
    title: 'newline-delimited GeoJSON',
    ending: 'ndjson',
    mediaType: 'application/x-ndjson',
    losses: [],
  },
  csv: { title: 'CSV', ending: 'csv', mediaType: 'text/csv; charset=utf-8', losses: [] },
  geopackage: {
    title: 'GeoPackage',
    ending: 'gpkg',
    mediaType: 'application/geopackage+sqlite3',
    losses: [],
  },
  flatgeobuf: { title: 'FlatGeobuf', ending: 'fgb', mediaType: 'application/vnd.flatgeobuf', losses: [] },
  geoparquet: {
    title: 'GeoParquet',
    ending: 'parquet',
    mediaType: 'application/vnd.apache.parquet',
    losses: [],
  },
  xlsx: {
    title: 'Excel workbook',
    ending: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    losses: ['values and geometries of more than 32,767 characters', 'digits of whole numbers beyond 15'],
  },
  shapefile: {
    title: 'Shapefile',
    ending: 'zip',
    mediaType: 'application/zip',
    losses: [
      ...PLAIN_LOSSES,
      'names of properties beyond 10 bytes, texts beyond 254 bytes, blanks at the end of texts, and empty texts',
      'geometry collections; heights of 0 are added where only some features of a file have heights',
    ],
  },
  kml: {
    title: 'KML',
    ending: 'kml',
    mediaType: 'application/vnd.google-earth.kml+xml',
    losses: [...PLAIN_LOSSES, 'characters that XML has not'],
  },
  gml: {
    title: 'GML',
    ending: 'gml',
    mediaType: 'application/gml+xml; version=3.2',
    losses: [
      ...PLAIN_LOSSES,
      'characters that XML has not',
      'names of properties that are no XML names',
      'positions without a height in a geometry that has heights: theirs is 0',
    ],
  },
  gpx: {
    title: 'GPX',
    ending: 'gpx',
    mediaType: 'application/gpx+xml',
    losses: [
      ...PLAIN_LOSSES,
      'types of properties besides name, cmt, desc, src, sym, type and time: they are read back as texts, with ogr_ before their names',
      'polygons and geometry collections; points of a MultiPoint become one waypoint each',
      'characters that XML has not',
    ],
  },
} as const satisfies Record<string, WriteFormat>;

export type WriteFormatId = keyof typeof WRITE_FORMATS;

/** Formats that give back everything when they are read again. */
export const LOSSLESS_FORMATS = (Object.keys(WRITE_FORMATS) as WriteFormatId[]).filter(
  (format) => WRITE_FORMATS[format].losses.length === 0,
);

export const FORMULA_MODES = ['escape', 'keep'] as const;
export type FormulaMode = (typeof FORMULA_MODES)[number];

export const CSV_GEOMETRIES = ['wkt', 'lonlat'] as const;
export type CsvGeometry = (typeof CSV_GEOMETRIES)[number];

export type WriteOptions = {
  /** Name of the layer or table, where the format has one; default `features`. */
  name?: string;
  csv?: {
    /** `wkt` (default): a column of WKT. `lonlat`: columns lon, lat and height; only points can be written so. */
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
