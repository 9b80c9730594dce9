import { isNamed } from './archive/names.ts';
import { FORMATS, type FormatId } from './detect.ts';
import { FormatFault } from './fault.ts';
import type { Reading } from './reading.ts';

const TABLES: readonly FormatId[] = ['csv', 'xlsx', 'ods'];
const JSON_RECORDS: readonly FormatId[] = ['geojson', 'ndjson', 'geojsonseq'];
const WITH_COORDINATE_COLUMNS: readonly FormatId[] = [...TABLES, ...JSON_RECORDS, 'geoparquet'];
/** Their texts are in an encoding that is laid down. */
const OWN_ENCODING: readonly FormatId[] = ['geopackage', 'flatgeobuf', 'geoparquet', 'xlsx', 'ods', 'osmpbf'];
/** Their coordinates are in WGS 84, as is laid down. */
const ALWAYS_WGS84: readonly FormatId[] = ['gpx', 'kml', 'topojson', 'osm', 'osmpbf'];

const COLUMNS = ['lon', 'lat', 'height', 'geometry'] as const;

/** Names of options as the command has them, with the formats that take no notice of them. */
const INEFFECTIVE: readonly {
  name: string;
  isGiven: (options: Reading['options']) => boolean;
  hasNoEffectOn: (format: FormatId) => boolean;
}[] = [
  {
    name: 'crs',
    isGiven: ({ crs }) => crs !== undefined,
    hasNoEffectOn: (one) => ALWAYS_WGS84.includes(one),
  },
  {
    name: 'encoding',
    isGiven: ({ encoding }) => encoding !== undefined,
    hasNoEffectOn: (one) => OWN_ENCODING.includes(one),
  },
  {
    name: 'delimiter',
    isGiven: ({ csv }) => csv?.delimiter !== undefined,
    hasNoEffectOn: (one) => one !== 'csv',
  },
  {
    name: 'as-text',
    isGiven: ({ csv }) => csv?.types === 'text',
    hasNoEffectOn: (one) => !TABLES.includes(one),
  },
  ...COLUMNS.map((name) => ({
    name,
    isGiven: ({ csv }: Reading['options']) => csv?.[name] !== undefined,
    hasNoEffectOn: (one: FormatId) => !WITH_COORDINATE_COLUMNS.includes(one),
  })),
  {
    name: 'no-geometry',
    isGiven: ({ csv }) => csv?.allowNoGeometry === true,
    hasNoEffectOn: (one) => !WITH_COORDINATE_COLUMNS.includes(one) && one !== 'geopackage',
  },
];

/** What only some formats have in them: asked for by a name that another one cannot have. */
const NAMED = {
  layer: { are: 'layers', formats: ['geopackage', 'topojson'] },
  sheet: { are: 'sheets', formats: ['xlsx', 'ods'] },
  records: { are: 'lists of records that can be named', formats: ['geojson'] },
} as const;

/**
 * Refuses to read something else than what is asked for by its name, and tells of options that have no effect on a format. A
 * file may be named as its own only layer, as with ogr2ogr.
 */
export function tellUnusedOptions(format: FormatId, name: string, reading: Reading): void {
  const { options, file } = reading;
  const { title } = FORMATS[format];
  for (const option of ['layer', 'sheet', 'records'] as const) {
    const { are, formats } = NAMED[option];
    const asked = options[option];
    if (asked === undefined || (formats as readonly FormatId[]).includes(format)) continue;
    if (option === 'layer' && [name, file].some((own) => isNamed(own, asked))) continue;
    throw new FormatFault(
      'option',
      file,
      `is ${title}, which has no ${are}: ${option} ${JSON.stringify(asked)} cannot be read from it`,
    );
  }
  for (const { name: option, isGiven, hasNoEffectOn } of INEFFECTIVE)
    if (isGiven(options) && hasNoEffectOn(format)) reading.guess(`${option} has no effect on ${title}`);
}

/** Columns of coordinates are looked for in records only: features have geometries. */
export function tellUnusedColumns(
  reading: Reading,
  columns: readonly (typeof COLUMNS)[number][] = COLUMNS,
): void {
  for (const name of columns)
    if (reading.options.csv?.[name] !== undefined)
      reading.guess(`${name} has no effect on features, which have geometries`);
}
