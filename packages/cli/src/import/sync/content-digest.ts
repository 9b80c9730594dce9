import { hash } from 'node:crypto';
import { type JsonObject, NAMESPACE } from '@meridian/client';

/** Enough that two different features of a space have the same one never. */
const DIGEST_CHARACTERS = 22;
/** Behind these the hub leaves a tag more or less as it is. */
const SPECIAL_TAG = /^(?:@|~|ref_|sourceID_)/;

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
