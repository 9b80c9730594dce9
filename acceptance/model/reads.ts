import { type Entry, served } from './feature.ts';
import { matches, type PropertyFilter } from './filter.ts';
import { flat } from './geometry.ts';
import { type JsonObject, member } from './json.ts';
import { select } from './selection.ts';
import type { SpaceModel } from './space.ts';
import { hasTags, type TagFilter } from './tags.ts';

export interface Wanted {
  readonly tags: TagFilter;
  readonly filters: readonly PropertyFilter[];
}

export interface Shape {
  readonly selection: readonly string[];
  readonly force2D: boolean;
}

/** In insertion order, as every read that is not by id. */
export function find(space: SpaceModel, wanted: Wanted): Entry[] {
  return [...space.entries.values()].filter((entry) => {
    const searchable = { properties: entry.properties, root: rootOf(entry, space.id) };
    return hasTags(entry.tags, wanted.tags) && wanted.filters.every((filter) => matches(searchable, filter));
  });
}

function rootOf(entry: Entry, space: string): JsonObject {
  const type = member(entry.geometry, 'type');
  return {
    ...served(entry, space),
    ...entry.times,
    tags: [...entry.tags],
    geometry: type === undefined ? null : { type },
  };
}

export function byIds(space: SpaceModel, ids: readonly string[]): Entry[] {
  return [...new Set(ids)].flatMap((id) => space.entries.get(id) ?? []);
}

export function show(entry: Entry, space: SpaceModel, shape: Shape): JsonObject {
  const feature = served(entry, space.id);
  return select(shape.force2D ? { ...feature, geometry: flat(entry.geometry) } : feature, shape.selection);
}
