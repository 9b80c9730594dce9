import assert from 'node:assert/strict';
import type { Geometry } from '@meridian/geo';
import { type Feature, NAMESPACE, type Revision } from '../model/feature/feature.ts';
import { type FeatureText, writeFeatureText } from '../model/feature/feature-text.ts';
import { parseStored } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';

type Served = { id: string; geometry: Geometry | null; properties: JsonObject };

/** A feature as it is served, taken apart by reading all of it. */
export function servedFeature(text: string) {
  const { type: _type, id, geometry, properties, ...foreign } = parseStored(text) as Served & JsonObject;
  const { [NAMESPACE]: namespace, ...own } = properties;
  const { tags, space, createdAt, updatedAt, ...revision } = namespace as {
    tags: string[];
    space: string;
    createdAt: number;
    updatedAt: number;
  } & Revision;
  const feature: Feature = { id, geometry, properties: own, tags, foreign };
  return { feature, stamp: { space, createdAt, updatedAt, revision } };
}

/** The offsets of the parts of a text that came back from an engine. */
export function storedText(text: string, { feature, stamp } = servedFeature(text)): FeatureText {
  const stored = writeFeatureText(feature, stamp);
  assert.equal(stored.text, text, 'features are served as they were written');
  return stored;
}
