import type { Feature } from '../../model/feature/feature.ts';
import { PlainFeature, PlainInput } from '../../model/feature/plain-input.ts';
import type { FeatureInput } from '../../model/feature/read-input.ts';
import { mergePatch, sameJson } from '../../model/json/own.ts';

/** The feature as the input alone describes it. */
export function created(id: string, input: FeatureInput, tags: string[]): Feature {
  if (input instanceof PlainInput) return new PlainFeature(id, input, tags);
  const { geometry = null, properties, foreign } = input;
  return { id, geometry, properties, tags, foreign };
}

/** The same feature with other tags. */
export function retagged({ id, geometry, properties, foreign }: Feature, tags: string[]): Feature {
  return { id, geometry, properties, tags, foreign };
}

/** The stored feature with the input merged into it; a geometry is replaced whole. */
export function patched(stored: Feature, input: FeatureInput, tags: string[]): Feature {
  return {
    id: stored.id,
    geometry: input.geometry === undefined ? stored.geometry : input.geometry,
    properties: mergePatch(stored.properties, input.properties),
    tags,
    foreign: mergePatch(stored.foreign, input.foreign),
  };
}

export function sameFeature(a: Feature, b: Feature): boolean {
  return (
    sameJson(a.geometry, b.geometry) &&
    sameJson(a.properties, b.properties) &&
    sameJson(a.tags, b.tags) &&
    sameJson(a.foreign, b.foreign)
  );
}
