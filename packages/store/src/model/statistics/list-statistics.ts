import { compareCodePoints } from '@meridian/filter';
import { GEOMETRY_TYPES } from '@meridian/geo';
import type { Extent, Listing, Statistics } from '../results.ts';
import { DATATYPES, MAX_LISTED_CHARS, type StatsDelta } from './stats-delta.ts';

/** More different tags or property names than this are not listed; the response then says it is estimated. */
const LISTED = 1000;

/** The statistics of a space whose counts are in memory. */
export function listStatistics(counts: StatsDelta, extent: Extent | undefined): Statistics {
  const tags = [...counts.tags]
    .filter(([key]) => key.length <= MAX_LISTED_CHARS)
    .map(([key, count]) => ({ key, count }));
  const properties = [...counts.properties].map(([key, byType]) => ({
    key: key.toWellFormed(),
    count: byType.reduce((sum, count) => sum + count, 0),
    datatype: DATATYPES[byType.indexOf(Math.max(...byType))]!,
  }));
  const types = [...counts.geometries.keys()].sort((a, b) => a - b);
  return {
    count: counts.count,
    bytes: counts.bytes,
    extent,
    ...geometriesOf(types),
    tags: listed(tags),
    properties: listed(properties),
  };
}

/** `codes`: of the geometries that are there, in their order; 0 where there is none. */
export function geometriesOf(
  codes: readonly number[],
): Pick<Statistics, 'geometryTypes' | 'someWithoutGeometry'> {
  return {
    geometryTypes: codes.filter((code) => code > 0).map((code) => GEOMETRY_TYPES[code - 1]!),
    someWithoutGeometry: codes.includes(0),
  };
}

/** The most frequent first. */
function listed<T extends { key: string; count: number }>(all: T[]): Listing<T> {
  all.sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key));
  return { value: all.slice(0, LISTED), complete: all.length <= LISTED };
}
