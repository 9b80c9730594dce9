import {
  type BBox,
  clipToBox,
  type Geometry,
  type Geos,
  intersectsBox,
  uniteGeometries,
} from '@meridian/geo';
import type { Area } from './query.ts';

/** An area made ready to be held against many features; `free` it when done. */
export interface AreaTest {
  /** Nothing outside of these boxes meets the area. */
  readonly boxes: readonly BBox[];
  /** Whether the boxes are the area: what lies wholly in one of them needs no further test. */
  readonly isBoxes: boolean;
  meets(geometry: Geometry): boolean;
  /** What of a geometry lies in the area; null if nothing does. */
  clip(geometry: Geometry): Geometry | null;
  free(): void;
}

export function prepareArea({ boxes }: Area, geos: Geos): AreaTest {
  return {
    boxes,
    isBoxes: true,
    meets: (geometry) => boxes.some((box) => intersectsBox(geometry, box)),
    clip: (geometry) => uniteGeometries(boxes.map((box) => clipToBox(geos, geometry, box))),
    free() {},
  };
}
