import type { Feature } from '../../model/feature/feature.ts';
import { isObject, type JsonObject, own, sameJson, setOwn } from '../../model/json/own.ts';

/** Two changed features made one; `conflicts` are the paths at which both were changed, each in its own way. */
export type MergedState = { feature: Feature; conflicts: string[] };

/**
 * Brings together what two writers made of the same state: what only one of them changed is as that one left it.
 * Objects are merged member by member, a geometry and an array as a whole, tags as a set.
 */
export function mergeStates(base: Feature, theirs: Feature, ours: Feature): MergedState {
  const conflicts: string[] = [];
  const merge = (name: 'geometry' | 'properties' | 'foreign', path: string) =>
    mergeValues(base[name], theirs[name], ours[name], path, conflicts);
  const feature = {
    id: theirs.id,
    geometry: mergeWhole(base.geometry, theirs.geometry, ours.geometry, 'geometry', conflicts),
    properties: merge('properties', 'properties') as JsonObject,
    tags: mergeTags(base.tags, theirs.tags, ours.tags),
    foreign: merge('foreign', '') as JsonObject,
  };
  return { feature, conflicts };
}

const MAX_LISTED_PATHS = 10;
const MAX_PATH_CHARS = 200;

/** The paths of conflicts for a message, which does not grow with their number or length. */
export function listedPaths(conflicts: readonly string[]): string {
  const listed = conflicts
    .slice(0, MAX_LISTED_PATHS)
    .map((path) => (path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS)}…` : path))
    .join(', ');
  const more = conflicts.length - MAX_LISTED_PATHS;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

/** Undefined stands for a member that is not there: JSON has no such value. */
function mergeValues(
  base: unknown,
  theirs: unknown,
  ours: unknown,
  path: string,
  conflicts: string[],
): unknown {
  if (!isObject(theirs) || !isObject(ours)) return mergeWhole(base, theirs, ours, path, conflicts);
  const from = isObject(base) ? base : {};
  const merged: JsonObject = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const inside = path === '' ? name : `${path}.${name}`;
    const value = mergeValues(own(from, name), own(theirs, name), own(ours, name), inside, conflicts);
    if (value !== undefined) setOwn(merged, name, value);
  }
  return merged;
}

function mergeWhole<T>(base: T, theirs: T, ours: T, path: string, conflicts: string[]): T {
  if (sameJson(ours, base) || sameJson(ours, theirs)) return theirs;
  if (!sameJson(theirs, base)) conflicts.push(path);
  return ours;
}

function mergeTags(base: string[], theirs: string[], ours: string[]): string[] {
  const removed = new Set(base.filter((tag) => !ours.includes(tag)));
  const retained = theirs.filter((tag) => !removed.has(tag));
  return [...new Set([...retained, ...ours.filter((tag) => !base.includes(tag))])];
}
