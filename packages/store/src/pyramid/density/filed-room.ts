import { type Geometry, roomStep } from '@meridian/geo';
import type { FeatureText } from '../../model/feature/feature-text.ts';
import { StoredFeature } from '../../model/query/match.ts';
import { tileAttributes } from '../../model/query/tile-attributes.ts';

/** The room that a feature takes on tiles bounded in bytes that have the attributes which say something on a map. */
export function filedRoom(id: string, geometry: Geometry, stored: FeatureText): number {
  return roomStep(id, geometry.type, tileAttributes(new StoredFeature(id, stored), undefined, false));
}
