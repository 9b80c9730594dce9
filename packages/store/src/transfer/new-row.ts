import { inspectGeometry } from '@meridian/geo';
import { readFeatureText } from '../model/feature/feature-text.ts';
import type { NewRow } from '../rules/write/feature-table.ts';
import type { MovedFeature } from './hub-image.ts';

/** What an engine keeps beside the text of a feature is worked out from the text: each keeps something else. */
export function newRowOf(moved: MovedFeature): NewRow {
  const { text, geometryStart, propertiesStart, propertiesEnd, createdAt, updatedAt } = moved;
  const { feature } = readFeatureText(moved.id, moved);
  const facts = feature.geometry ? inspectGeometry(feature.geometry) : undefined;
  return { text, geometryStart, propertiesStart, propertiesEnd, createdAt, updatedAt, feature, facts };
}
