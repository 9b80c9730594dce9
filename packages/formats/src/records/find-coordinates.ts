import { GEOMETRY_TYPES, type Geometry } from '@meridian/geo/geojson';
import type { CsvOptions } from '../options.ts';
import { EASTINGS, GEOMETRIES, LATITUDES, LONGITUDES, NORTHINGS } from './coordinate-names.ts';

/** Names of members, from the record inwards: `location.lat` is ['location', 'lat']. */
export type Path = readonly string[];

/** Where the records of a file have their coordinates. */
export type CoordinatePaths = { geometry: Path } | { lon: Path; lat: Path; height?: Path };

export type JsonObject = Record<string, unknown>;

/** Objects within objects that are looked into. */
const MAX_DEPTH = 3;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path; undefined where it does not lead on. */
export function valueAt(record: JsonObject, path: Path): unknown {
  let value: unknown = record;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** `a.b.c`, as users write it; a member that is called so itself comes first. */
export function pathOf(record: JsonObject, text: string): Path {
  return Object.hasOwn(record, text) ? [text] : text.split('.');
}

/** What the user names, else what looks like coordinates; undefined where nothing does. */
export function findCoordinates(
  record: JsonObject,
  options: CsvOptions,
  isGrid: boolean,
): CoordinatePaths | undefined {
  const { geometry, lon, lat, height } = options;
  if (geometry !== undefined) return { geometry: pathOf(record, geometry) };
  const objects = [...objectsOf(record, [])];
  for (const { path, object } of objects) {
    const names = new Map(Object.keys(object).map((name) => [name.toLowerCase(), name]));
    const find = (given: string | undefined, guesses: readonly string[]): Path | undefined => {
      if (given !== undefined) return pathOf(record, given);
      const found = guesses.find((guess) => names.has(guess));
      return found === undefined ? undefined : [...path, names.get(found)!];
    };
    const x = find(lon, isGrid ? EASTINGS : LONGITUDES);
    const y = find(lat, isGrid ? NORTHINGS : LATITUDES);
    if (x !== undefined && y !== undefined)
      return { lon: x, lat: y, ...(height !== undefined && { height: pathOf(record, height) }) };
  }
  for (const { path, object } of objects)
    for (const [name, value] of Object.entries(object))
      if (isGeometry(value) || (typeof value === 'string' && GEOMETRIES.includes(name.toLowerCase())))
        return { geometry: [...path, name] };
  return undefined;
}

export function isGeometry(value: unknown): value is Geometry {
  return isObject(value) && GEOMETRY_TYPES.includes(value.type as Geometry['type']);
}

/** The record itself, then the objects in it, level by level. */
function* objectsOf(record: JsonObject, path: Path): Generator<{ path: Path; object: JsonObject }> {
  let level = [{ path, object: record }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    yield* level;
    level = level.flatMap(({ path: above, object }) =>
      Object.entries(object).flatMap(([name, value]) =>
        isObject(value) && !isGeometry(value) ? [{ path: [...above, name], object: value }] : [],
      ),
    );
  }
}
