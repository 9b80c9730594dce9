import type { Geometry } from '@meridian/geo/geojson';
import { checkFeature } from '../check.ts';
import { AS_THEY_ARE, type ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import type { Reading } from '../reading.ts';

/**
 * GeoJSON is in WGS 84 since 2016. Before, a collection could name another system in its member `crs`:
 * {"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}}.
 */
export class CrsMember {
  readonly #reading: Reading;
  #known: { crs: string | undefined; project: ToWgs84 | undefined } | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The way to WGS 84; undefined if features are in it. `crs` is the member as JSON, if it came before them. */
  async of(crs: string | undefined): Promise<ToWgs84 | undefined> {
    if (this.#known === undefined || this.#known.crs !== crs)
      this.#known = { crs, project: await this.#project(crs) };
    return this.#known.project;
  }

  /** A `crs` behind the features would have been needed before. */
  async refuseLate(crs: string | undefined): Promise<void> {
    if (this.#known !== undefined && crs !== this.#known.crs && (await this.#project(crs)) !== undefined)
      throw new FormatFault(
        'unsupported',
        this.#reading.file,
        'names its coordinate system behind the features: say which it is',
      );
  }

  async #project(crs: string | undefined): Promise<ToWgs84 | undefined> {
    const { options } = this.#reading;
    const name = options.crs ?? (crs === undefined ? undefined : nameOf(crs));
    if (name === undefined || name === '') return undefined;
    const project = await this.#reading.project(name);
    return project === AS_THEY_ARE ? undefined : project;
  }
}

function nameOf(crs: string): string | undefined {
  try {
    const member = JSON.parse(crs) as { properties?: { name?: unknown } } | null;
    return typeof member?.properties?.name === 'string' ? member.properties.name : undefined;
  } catch {
    return undefined;
  }
}

/** A feature or geometry of another system. What has no sound shape is left to the check. */
export function projected(value: unknown, location: SourceLocation, project: ToWgs84): ReadRecord {
  const isFeature = typeof value === 'object' && value !== null && 'geometry' in value;
  const geometry = isFeature ? value.geometry : value;
  if (!hasNumbers(geometry)) return checkFeature(value, location);
  const moved = project(geometry);
  return checkFeature(isFeature ? { ...value, geometry: moved } : moved, location);
}

/** Whether it is nested arrays of numbers, as projecting needs it. */
export function hasNumbers(geometry: unknown): geometry is Geometry {
  if (typeof geometry !== 'object' || geometry === null) return false;
  const { coordinates, geometries } = geometry as { coordinates?: unknown; geometries?: unknown };
  return Array.isArray(geometries) ? geometries.every(hasNumbers) : isNumeric(coordinates);
}

function isNumeric(items: unknown): boolean {
  return (
    Array.isArray(items) &&
    (typeof items[0] === 'number' ? items.every((n) => typeof n === 'number') : items.every(isNumeric))
  );
}
