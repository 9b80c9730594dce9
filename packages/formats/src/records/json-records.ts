import { GEOMETRY_TYPES, type Geometry } from '@meridian/geo/geojson';
import { checkFeature, refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { hasNumbers } from '../geojson/crs-member.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { geometryOfText, pointOf } from '../geometry/geometry-of-text.ts';
import { setMember } from '../json.ts';
import type { Reading } from '../reading.ts';
import { tellUnusedColumns } from '../unused-options.ts';
import {
  type CoordinatePaths,
  findCoordinates,
  isObject,
  type JsonObject,
  type Path,
  valueAt,
} from './find-coordinates.ts';

/** What a feature without `type` may have, so that it is none of somebody's records. */
const FEATURE_MEMBERS = new Set(['id', 'geometry', 'bbox']);

/** An object that is neither a feature nor a geometry, but a record of somebody's data. */
export function isRecord(value: unknown): value is JsonObject {
  if (!isObject(value) || value.type === 'Feature' || GEOMETRY_TYPES.includes(value.type as Geometry['type']))
    return false;
  if (value.type === undefined && isObject(value.properties)) return false;
  return !('geometry' in value) || Object.keys(value).some((name) => !FEATURE_MEMBERS.has(name));
}

/** Makes features of records: `{"name":"Bonn","lat":50.7,"lng":7.1}`. Everything but the coordinates is a property. */
export class JsonRecords {
  readonly #reading: Reading;
  #paths: CoordinatePaths | undefined;
  #isUsed = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(record: JsonObject, location: SourceLocation, project?: ToWgs84): ReadRecord {
    const { options, file } = this.#reading;
    this.#isUsed = true;
    const isStale =
      this.#paths === undefined ||
      Object.values(this.#paths).some((path) => valueAt(record, path) === undefined);
    const paths = isStale
      ? findCoordinates(record, options.csv ?? {}, options.crs !== undefined)
      : this.#paths;
    if (paths === undefined) {
      if (options.csv?.allowNoGeometry) return featureOf(record, null, [], location);
      const reason = `has no members that look like coordinates: name those of longitude and latitude, or that of the geometry (lon, lat; geometry). It has ${Object.keys(record).slice(0, 30).join(', ')}`;
      if (location.record === 1)
        throw new FormatFault('option', file, `is a list of records that ${reason.replace('has', 'have')}`);
      return refuse(location, reason);
    }
    if (this.#paths === undefined) this.#report(paths);
    this.#paths = paths;
    try {
      const geometry = geometryAt(record, paths);
      return featureOf(
        record,
        hasNumbers(geometry) && project ? project(geometry) : geometry,
        Object.values(paths),
        location,
      );
    } catch (error) {
      if (error instanceof GeometryFormatError) return refuse(location, error.message);
      throw error;
    }
  }

  /** Told of at the end of a file: there may have been no record in it. */
  end(): void {
    if (!this.#isUsed) tellUnusedColumns(this.#reading);
  }

  #report(paths: CoordinatePaths): void {
    const { lon, lat, geometry } = this.#reading.options.csv ?? {};
    if ('geometry' in paths) {
      if (geometry === undefined) this.#reading.guess(`geometry in "${paths.geometry.join('.')}"`);
    } else if (lon === undefined || lat === undefined)
      this.#reading.guess(`longitude in "${paths.lon.join('.')}", latitude in "${paths.lat.join('.')}"`);
  }
}

function geometryAt(record: JsonObject, paths: CoordinatePaths): Geometry | null {
  if (!('geometry' in paths))
    return pointOf(
      {
        lon: valueAt(record, paths.lon),
        lat: valueAt(record, paths.lat),
        height: paths.height && valueAt(record, paths.height),
      },
      false,
    );
  const value = valueAt(record, paths.geometry);
  if (value === undefined || value === null) return null;
  // What has no sound shape is left to the check.
  return typeof value === 'string' ? geometryOfText(value.trim()) : (value as Geometry);
}

function featureOf(
  record: JsonObject,
  geometry: Geometry | null,
  used: Path[],
  location: SourceLocation,
): ReadRecord {
  return checkFeature({ type: 'Feature', geometry, properties: without(record, used) }, location);
}

/** Without the members at these paths, and without objects of which nothing is left then. */
function without(object: JsonObject, paths: readonly Path[]): JsonObject {
  const rest: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const within = paths.filter(([first]) => first === name).map(([, ...more]) => more);
    if (within.some((path) => path.length === 0)) continue;
    const left = within.length > 0 && isObject(value) ? without(value, within) : value;
    if (within.length > 0 && isObject(left) && Object.keys(left).length === 0) continue;
    setMember(rest, name, left);
  }
  return rest;
}
