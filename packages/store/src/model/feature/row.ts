import type { Geometry, SeenFeature } from '@meridian/geo';
import type { FeatureText } from './feature-text.ts';

/** A stored feature as an engine hands it to those who read. */
export type ReadRow = FeatureText & {
  /** Its position in insertion order. */
  seq: number;
  id: string;
  /** 1 if some position has a height. */
  hasZ: number;
  /**
   * Whether the geometry may reach out of the area asked for, or miss it altogether: then it is looked at. False only
   * where the engine knows that all of it lies within.
   */
  needsRecheck?: boolean;
  /** Set where the engine knows that it belongs to the sample asked for. */
  isInSample?: boolean;
  /** Below which its sample rank must be, times the room that it takes, on a tile on which features share the room; if that is known. */
  share?: number;
  /** Its geometry, if the engine knows it: without heights, and with nothing but type and coordinates. */
  filedGeometry?: Geometry;
  /** Draws its id and that geometry, where it need not be made for that. */
  drawOn?(feature: SeenFeature): void;
};
