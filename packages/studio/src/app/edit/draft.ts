import { type Feature, type FeatureInput, type Geometry, NAMESPACE } from '@meridian/client';

/** What has become of a feature, and what it was. */
export type Draft = {
  id: string;
  kind: 'created' | 'changed' | 'deleted';
  /** As the hub had it when it was opened; absent for a new one. */
  base?: Feature;
  geometry: Geometry | null;
  properties: Record<string, unknown>;
  tags: readonly string[];
};

/** All changes that are not saved, by id. */
export type Changes = ReadonlyMap<string, Draft>;

export function draftOf(feature: Feature): Draft {
  const { [NAMESPACE]: namespace, ...properties } = feature.properties;
  return {
    id: feature.id,
    kind: 'changed',
    base: feature,
    geometry: feature.geometry,
    properties,
    tags: namespace?.tags ?? [],
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id such as the hub would make. */
export function newId(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(16)),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('');
}

/** The feature as it is to be written: what nobody has touched stays as it was. */
export function toFeature({ id, base, geometry, properties, tags }: Draft): FeatureInput {
  const { version, uuid } = (base?.properties[NAMESPACE] ?? {}) as { version?: unknown; uuid?: unknown };
  // Where the space keeps versions, the hub refuses what was made from an old one.
  const namespace = {
    tags,
    ...(version === undefined ? {} : { version }),
    ...(uuid === undefined ? {} : { uuid }),
  };
  return { ...base, type: 'Feature', id, geometry, properties: { ...properties, [NAMESPACE]: namespace } };
}
