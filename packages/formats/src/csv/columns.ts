import { FormatFault } from '../fault.ts';
import type { CsvOptions } from '../options.ts';
import type { FileContents } from '../reading.ts';
import {
  EASTINGS,
  GEOMETRIES,
  HEIGHTS,
  LATITUDES,
  LONGITUDES,
  NORTHINGS,
} from '../records/coordinate-names.ts';
import { type ColumnRole, ESCAPED_COLUMN, isOurs, roleOf } from '../tabular/column-names.ts';
import { unescapeFormula } from './formulas.ts';

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

type HeaderEvents = {
  guess: (text: string) => void;
  found: (table: NonNullable<FileContents['table']>) => void;
};

/**
 * What the header says. Columns of the geometry are no properties and are undefined in `columns`.
 * @param isGrid the user says that coordinates are in another system: eastings and northings are looked for, too
 */
export function readHeader(
  names: string[],
  options: CsvOptions,
  { file, isGrid, guess, found }: HeaderEvents & { file: string; isGrid: boolean },
): CsvColumns {
  const given = names.map((name) => name.trim());
  const isEscaped = isOurs(given) && given.includes(ESCAPED_COLUMN);
  const unescaped = isEscaped ? given.map(unescapeFormula) : given;
  const ours = isOurs(unescaped);
  const doubled = unescaped.find((name, i) => name !== '' && unescaped.indexOf(name) !== i);
  if (doubled !== undefined && ours)
    throw new FormatFault('malformed', file, `has two columns named "${doubled}"`);
  const trimmed = doubled === undefined ? unescaped : numbered(unescaped, guess);
  const { lon, lat, height, geometry } = ours
    ? ownGeometryColumns(trimmed)
    : findGeometryColumns(trimmed, options, file, isGrid);
  found({ columns: trimmed, ...namesOf(trimmed, { lon, lat, geometry }) });
  const isPoints = lon !== undefined && lat !== undefined && geometry === undefined;
  if (!isPoints && geometry === undefined && !options.allowNoGeometry)
    throw new FormatFault(
      'option',
      file,
      `has no columns that look like coordinates: name those of longitude and latitude, or that of WKT (lon, lat; geometry). It has ${shown(trimmed)}`,
    );
  if (!ours) tellGuesses(trimmed, options, { lon, lat, height, geometry }, guess);
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

/** Of the columns that were found, their names. */
function namesOf(
  names: string[],
  at: Pick<GeometryColumns, 'lon' | 'lat' | 'geometry'>,
): { lon?: string; lat?: string; geometry?: string } {
  const found = Object.entries(at).filter(([, index]) => index !== undefined);
  return Object.fromEntries(found.map(([role, index]) => [role, names[index!]!]));
}

/** A property of one of these names stands in a column of another (column-names.ts). */
function ownGeometryColumns(names: string[]): GeometryColumns {
  const [lon, lat, height, geometry] = ['lon', 'lat', 'height', 'WKT'].map((name) => {
    const at = names.indexOf(name);
    return at < 0 ? undefined : at;
  });
  return { lon, lat, height, geometry };
}

/** What the user names, else what looks like it. Coordinates come before a column of geometries. */
function findGeometryColumns(
  names: string[],
  options: CsvOptions,
  file: string,
  isGrid: boolean,
): GeometryColumns {
  const find = (option: string | undefined, guesses: string[]) => findColumn(names, option, guesses, file);
  if (options.geometry !== undefined)
    return { lon: undefined, lat: undefined, height: undefined, geometry: find(options.geometry, []) };
  const lon = find(options.lon, isGrid ? EASTINGS : LONGITUDES);
  const lat = find(options.lat, isGrid ? NORTHINGS : LATITUDES);
  return lon !== undefined && lat !== undefined
    ? { lon, lat, height: find(options.height, HEIGHTS), geometry: undefined }
    : { lon, lat, height: undefined, geometry: find(undefined, GEOMETRIES) };
}

/** `name`, `name` → `name`, `name_2` */
function numbered(names: string[], guess: (text: string) => void): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let n = 2;
    while (taken.has(`${name}_${n}`)) n++;
    const other = `${name}_${n}`;
    taken.add(other);
    guess(`another column "${name}" is called "${other}"`);
    return other;
  });
}

function tellGuesses(
  names: string[],
  options: CsvOptions,
  { lon, lat, height, geometry }: GeometryColumns,
  guess: (text: string) => void,
): void {
  if (geometry !== undefined) {
    if (options.geometry === undefined) guess(`geometry in "${names[geometry]}"`);
    return;
  }
  if (lon === undefined || lat === undefined) return;
  const found = [
    ...(options.lon === undefined ? [`longitude in "${names[lon]}"`] : []),
    ...(options.lat === undefined ? [`latitude in "${names[lat]}"`] : []),
    ...(height !== undefined && options.height === undefined ? [`height in "${names[height]}"`] : []),
  ];
  if (found.length > 0) guess(found.join(', '));
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
