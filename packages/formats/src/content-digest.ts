import { hash } from 'node:crypto';
import type { Feature } from './feature.ts';
import { NAMESPACE } from './tabular/column-names.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Enough that two different features of a space have the same one never. */
const DIGEST_CHARACTERS = 22;
/** Behind these the hub leaves a tag more or less as it is. */
const SPECIAL_TAG = /^(?:@|~|ref_|sourceID_)/;

/**
 * An id for a feature that has none: the same feature has the same one in every import. What the hub itself noted on it does
 * not count: it differs from export to export.
 */
export function contentId(
  { geometry, type: _type, id: _id, bbox: _bbox, properties: _properties, ...root }: Feature,
  properties: Record<string, unknown>,
): string {
  const { [NAMESPACE]: _noted, ...own } = properties;
  const content = Object.keys(root).length === 0 ? [geometry, own] : [geometry, own, root];
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, DIGEST_CHARACTERS);
}

/**
 * What tells whether a write would change a feature: its geometry, properties, other members and tags, in whatever order
 * they are written. What the hub notes on it does not count. A difference that the hub does not see (an accent in a special
 * tag) only makes it write a feature that it then finds unchanged.
 */
export function contentDigest(feature: JsonObject, addedTags: readonly string[] = []): string {
  const { type: _type, id: _id, bbox: _bbox, properties, geometry, ...root } = feature;
  const { [NAMESPACE]: noted, ...own } = (properties ?? {}) as JsonObject;
  const { tags } = (noted ?? {}) as { tags?: unknown };
  const all = [...(Array.isArray(tags) ? tags.map(String) : []), ...addedTags].map(plainTag);
  const content = [geometry ?? null, own, root, [...new Set(all)].sort()];
  return hash('sha256', JSON.stringify(sorted(content)), 'base64url').slice(0, DIGEST_CHARACTERS);
}

function plainTag(tag: string): string {
  return SPECIAL_TAG.test(tag) ? tag : tag.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Members in the order of their names, at every level. Digits that no double holds are objects of another kind. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, sorted((value as JsonObject)[name])]);
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
