import { FormatFault } from '../fault.ts';
import type { CsvOptions } from '../options.ts';
import { type ColumnRole, isOurs, roleOf } from '../tabular/column-names.ts';

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
};

/** What the header says. Columns of the geometry are no properties and are undefined in `columns`. */
export function readHeader(names: string[], options: CsvOptions, file: string): CsvColumns {
  const trimmed = names.map((name) => name.trim());
  const doubled = trimmed.find((name, i) => name !== '' && trimmed.indexOf(name) !== i);
  if (doubled !== undefined) throw new FormatFault('malformed', file, `has two columns named "${doubled}"`);
  const find = (option: string | undefined, guesses: string[]) => findColumn(trimmed, option, guesses, file);
  const lon = find(options.lon, options.geometry === undefined ? LONGITUDES : []);
  const lat = find(options.lat, options.geometry === undefined ? LATITUDES : []);
  const isPoints = lon !== undefined && lat !== undefined;
  const geometry =
    isPoints && options.geometry === undefined ? undefined : find(options.geometry, GEOMETRIES);
  if (!isPoints && geometry === undefined && !options.allowNoGeometry)
    throw new FormatFault(
      'option',
      file,
      `has no columns that look like coordinates: name those of longitude and latitude, or that of WKT. It has ${trimmed.slice(0, 30).join(', ')}`,
    );
  const ours = isOurs(trimmed);
  const height = isPoints ? find(options.height, ours ? ['height'] : HEIGHTS) : undefined;
  const used = isPoints && geometry === undefined ? [lon, lat, height] : [geometry];
  return {
    columns: trimmed.map((name, i) =>
      used.includes(i) ? undefined : columnOf(name || `column ${i + 1}`, ours),
    ),
    isOurs: ours,
    ...(geometry === undefined ? {} : { geometry }),
    ...(isPoints && geometry === undefined ? { lon, lat, ...(height === undefined ? {} : { height }) } : {}),
  };
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
    if (at < 0)
      throw new FormatFault(
        'option',
        file,
        `has no column "${option}": it has ${names.slice(0, 30).join(', ')}`,
      );
    return at;
  }
  const lower = names.map((name) => name.toLowerCase());
  const found = guesses.map((guess) => lower.indexOf(guess)).find((at) => at >= 0);
  return found;
}
