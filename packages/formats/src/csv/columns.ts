import { FormatFault } from '../fault.ts';
import type { CsvOptions } from '../options.ts';
import { type ColumnRole, ESCAPED_COLUMN, isOurs, roleOf } from '../tabular/column-names.ts';
import { unescapeFormula } from './formulas.ts';

const LONGITUDES = [
  'lon',
  'lng',
  'long',
  'longitude',
  'x',
  '@lon',
  'lon_wgs84',
  'point_x',
  'xcoord',
  'längengrad',
  'laengengrad',
];
const LATITUDES = ['lat', 'latitude', 'y', '@lat', 'lat_wgs84', 'point_y', 'ycoord', 'breitengrad'];
const HEIGHTS = ['height', 'z', 'ele', 'elevation', 'alt', 'altitude'];
const GEOMETRIES = [
  'wkt',
  'geometry',
  'geom',
  'the_geom',
  'wkt_geom',
  'wktgeom',
  'geometry_wkt',
  'wkb',
  'geojson',
  'shape',
];
const JSON_SUFFIX = ':json';

export type CsvColumn = { name: string; role: ColumnRole; isJson: boolean };

export type CsvColumns = {
  columns: (CsvColumn | undefined)[];
  /** Indexes of the columns that hold the geometry; undefined where there is none. */
  geometry?: number;
  lon?: number;
  lat?: number;
  height?: number;
  /** Written by us: quotes mean texts, a name that ends in :json a column of JSON. */
  isOurs: boolean;
  /** Written by us, with apostrophes before what spreadsheets would run. */
  isEscaped: boolean;
};

/** What the header says. Columns of the geometry are no properties and are undefined in `columns`. */
export function readHeader(names: string[], options: CsvOptions, file: string): CsvColumns {
  const given = names.map((name) => name.trim());
  const isEscaped = isOurs(given) && given.includes(ESCAPED_COLUMN);
  const trimmed = isEscaped ? given.map(unescapeFormula) : given;
  const doubled = trimmed.find((name, i) => name !== '' && trimmed.indexOf(name) !== i);
  if (doubled !== undefined) throw new FormatFault('malformed', file, `has two columns named "${doubled}"`);
  const ours = isOurs(trimmed);
  const { lon, lat, height, geometry } = ours
    ? ownGeometryColumns(trimmed)
    : findGeometryColumns(trimmed, options, file);
  const isPoints = lon !== undefined && lat !== undefined && geometry === undefined;
  if (!isPoints && geometry === undefined && !options.allowNoGeometry)
    throw new FormatFault(
      'option',
      file,
      `has no columns that look like coordinates: name those of longitude and latitude, or that of WKT. It has ${shown(trimmed)}`,
    );
  const used = isPoints ? [lon, lat, height] : [geometry];
  return {
    columns: trimmed.map((name, i) =>
      used.includes(i) ? undefined : columnOf(name || `column ${i + 1}`, ours),
    ),
    isOurs: ours,
    isEscaped,
    ...(isPoints ? { lon, lat, ...(height === undefined ? {} : { height }) } : {}),
    ...(geometry === undefined ? {} : { geometry }),
  };
}

type GeometryColumns = Record<'lon' | 'lat' | 'height' | 'geometry', number | undefined>;

/** A property of one of these names stands in a column of another (column-names.ts). */
function ownGeometryColumns(names: string[]): GeometryColumns {
  const [lon, lat, height, geometry] = ['lon', 'lat', 'height', 'WKT'].map((name) => {
    const at = names.indexOf(name);
    return at < 0 ? undefined : at;
  });
  return { lon, lat, height, geometry };
}

/** What the user names, else what looks like it. Coordinates come before a column of geometries. */
function findGeometryColumns(names: string[], options: CsvOptions, file: string): GeometryColumns {
  const find = (option: string | undefined, guesses: string[]) => findColumn(names, option, guesses, file);
  if (options.geometry !== undefined)
    return { lon: undefined, lat: undefined, height: undefined, geometry: find(options.geometry, []) };
  const lon = find(options.lon, LONGITUDES);
  const lat = find(options.lat, LATITUDES);
  return lon !== undefined && lat !== undefined
    ? { lon, lat, height: find(options.height, HEIGHTS), geometry: undefined }
    : { lon, lat, height: undefined, geometry: find(undefined, GEOMETRIES) };
}

function shown(names: string[]): string {
  return names.slice(0, 30).join(', ');
}

function columnOf(name: string, ours: boolean): CsvColumn {
  const isJson = ours && name.endsWith(JSON_SUFFIX);
  const plain = isJson ? name.slice(0, -JSON_SUFFIX.length) : name;
  return { name: plain, role: ours || plain === '@id' ? roleOf(plain) : { property: plain }, isJson };
}

function findColumn(
  names: string[],
  option: string | undefined,
  guesses: string[],
  file: string,
): number | undefined {
  if (option !== undefined) {
    const at = names.indexOf(option);
    if (at < 0) throw new FormatFault('option', file, `has no column "${option}": it has ${shown(names)}`);
    return at;
  }
  const lower = names.map((name) => name.toLowerCase());
  const found = guesses.map((guess) => lower.indexOf(guess)).find((at) => at >= 0);
  return found;
}
