import { type Json, type JsonObject, merge, same } from './json.ts';
import { normaliseTag, normaliseTags } from './tags.ts';

export const NAMESPACE = '@ns:com:here:xyz';

/** A feature as a client sends it; absent members are absent in the body. */
export interface FeatureInput {
  readonly id?: string | number;
  readonly geometry?: Json;
  readonly properties?: JsonObject;
  readonly tags?: readonly string[];
  /** Root-level foreign members. */
  readonly foreign?: JsonObject;
  /** Members that belong to the server and must be dropped. */
  readonly noise?: JsonObject;
  /** The state that the input is based on. */
  readonly claim?: Claim;
  /** The input breaks a rule and must be refused. */
  readonly faulty?: boolean;
}

/** How a client names a state that it knows. */
export type Claim = { readonly version: number } | { readonly uuid: string };

export interface Times {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A feature as the model keeps it: what the client owns, and the times once a response has shown them. */
export interface Entry {
  readonly id: string;
  readonly geometry: Json;
  readonly properties: JsonObject;
  readonly tags: readonly string[];
  readonly foreign: JsonObject;
  times?: Times;
  /** Times before a real change: createdAt must survive it, updatedAt must not go back. */
  readonly before?: Times;
  /** The entry that this one came to replace, and the one that it was merged from. */
  readonly succeeds?: Entry;
  readonly mergedFrom?: Entry;
  /** Where the space keeps such: the version that made it, and uuids once a response has shown them. */
  version?: number;
  uuids?: JsonObject;
}

export interface TagChange {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

export function bodyOf(input: FeatureInput): JsonObject {
  const { id, geometry, properties, tags, foreign, noise, claim } = input;
  const hidden =
    noise || tags || claim
      ? { [NAMESPACE]: { ...noise, ...claim, ...(tags && { tags: [...tags] }) } }
      : undefined;
  return {
    type: 'Feature',
    ...(id !== undefined && { id }),
    ...(geometry !== undefined && { geometry }),
    ...((properties || hidden) && { properties: { ...properties, ...hidden } }),
    ...(noise && { bbox: [0, 0, 1, 1] }),
    ...foreign,
  };
}

export function created(id: string, input: FeatureInput, change: TagChange): Entry {
  return {
    id,
    geometry: input.geometry ?? null,
    properties: input.properties ?? {},
    tags: changeTags(input.tags ?? [], change),
    foreign: input.foreign ?? {},
  };
}

export function replaced(stored: Entry, input: FeatureInput, change: TagChange): Entry {
  const start = input.tags ?? (changesTags(change) ? stored.tags : []);
  return settle(stored, { ...created(stored.id, input, change), tags: changeTags(start, change) });
}

export function patched(stored: Entry, input: FeatureInput, change: TagChange): Entry {
  return settle(stored, {
    id: stored.id,
    geometry: input.geometry === undefined ? stored.geometry : input.geometry,
    properties: merge(stored.properties, input.properties ?? {}) as JsonObject,
    tags: changeTags(input.tags ?? stored.tags, change),
    foreign: merge(stored.foreign, input.foreign ?? {}) as JsonObject,
  });
}

/** An unchanged feature stays the very same entry, times and all. */
export function settle(stored: Entry, next: Entry): Entry {
  if (same(content(stored), content(next))) return stored;
  const before = stored.times ?? stored.before;
  return before ? { ...next, before, succeeds: stored } : { ...next, succeeds: stored };
}

function content(entry: Entry): JsonObject {
  const { id, geometry, properties, tags, foreign } = entry;
  return { id, geometry, properties, tags: [...tags], foreign };
}

function changesTags(change: TagChange): boolean {
  return change.addTags.length + change.removeTags.length > 0;
}

export function changeTags(start: readonly string[], change: TagChange): string[] {
  const removed = change.removeTags.map(normaliseTag);
  return normaliseTags([...start, ...change.addTags]).filter((tag) => !removed.includes(tag));
}

/** The feature as the server must show it. */
export function served(entry: Entry, space: string): JsonObject {
  const version = entry.version === undefined ? {} : { version: entry.version };
  const hidden = { space, ...entry.times, ...version, ...entry.uuids, tags: [...entry.tags] };
  return {
    type: 'Feature',
    id: entry.id,
    geometry: entry.geometry,
    properties: { ...entry.properties, [NAMESPACE]: hidden },
    ...entry.foreign,
  };
}
