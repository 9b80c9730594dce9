import {
  type BBox,
  boxOf,
  canWiden,
  clipToBox,
  type Geometry,
  type Geos,
  geosAtHand,
  intersects,
  intersectsBox,
  isEmptyBBox,
  isTangled,
  partsOf,
  prepareShape,
  Reach,
  type Shape,
  shrinkGeometry,
  type TileAddress,
  uniteGeometries,
  widenGeometry,
  widenTile,
} from '@meridian/geo';
import { invalid } from '../fault.ts';
import type { Area } from './query.ts';

/** An area made ready to be held against many features; `free` it when done. */
export interface AreaTest {
  /** Nothing outside of these boxes meets the area. */
  readonly boxes: readonly BBox[];
  /** Whether the boxes are the area: what lies wholly in one of them needs no further test. */
  readonly isBoxes: boolean;
  meets(geometry: Geometry): boolean;
  /** What of a geometry lies in the area; null if nothing does. May throw `NeedsGeos`. */
  clip(geometry: Geometry): Geometry | null;
  free(): void;
}

/** Whether GEOS must be loaded before an area is prepared. Boxes take it for few of the geometries that are cut to them. */
export function areaNeedsGeos(area: Area): boolean {
  return !('boxes' in area);
}

/** `isCutAlong`: the read cuts geometries to the area. */
export function prepareArea(area: Area, geos?: Geos, isCutAlong = false): AreaTest {
  if ('boxes' in area) return boxArea(area.boxes);
  return preparedShape(area, geos ?? geosAtHand(), isCutAlong);
}

function preparedShape(area: Exclude<Area, { boxes: unknown }>, geos: Geos, isCutAlong: boolean): AreaTest {
  // Lines are not validated, and within a radius distances are measured.
  if (area.radius === 0 && isTangled(partsOf(area.shape).filter(({ dimension }) => dimension === 2)))
    throw invalid(
      `the geometry to search by crosses itself, or runs beside itself, too often: simplify the ${area.shape.type}`,
    );
  const isDrawn = area.radius < 0 || (area.radius > 0 && isCutAlong);
  if (isDrawn && !canWiden(area.shape, Math.abs(area.radius)))
    throw invalid(
      `radius: the outline of what is within ${Math.abs(area.radius)} m of the ${area.shape.type} is too long to be drawn: simplify the geometry${area.radius > 0 ? ', or leave out clip' : ''}`,
    );
  if (area.radius > 0) return new ReachArea(area.shape, area.radius, geos);
  if (area.radius === 0) return shapeArea(area.shape, geos);
  const inner = shrinkGeometry(geos, area.shape, -area.radius);
  return inner ? shapeArea(inner, geos) : NOWHERE;
}

const NOWHERE: AreaTest = {
  boxes: [],
  isBoxes: false,
  meets: () => false,
  clip: () => null,
  free() {},
};

/** What a tile covers with a margin of so many pixels of its 256. */
export function tileArea(tile: TileAddress, marginPixels: number): Area {
  return { boxes: widenTile(tile, marginPixels) };
}

function boxArea(boxes: readonly BBox[]): AreaTest {
  return {
    boxes,
    isBoxes: true,
    meets: (geometry) => boxes.some((box) => intersectsBox(geometry, box)),
    clip(geometry) {
      const parts = boxes.map((box) => clipToBox(geosAtHand, geometry, box));
      // What one box has whole is not added to by another that only touches it.
      return parts.includes(geometry) ? geometry : uniteGeometries(parts);
    },
    free() {},
  };
}

function shapeArea(shape: Geometry, geos: Geos): AreaTest {
  const box = boxOf(shape);
  const prepared = prepareShape(geos, shape);
  return {
    boxes: isEmptyBBox(box) ? [] : [box],
    isBoxes: false,
    // A point is tested without the detour of handing a feature over to GEOS.
    meets: (geometry) =>
      shape.type === 'Point' ? intersects(shape, geometry) : prepared.intersects(geometry),
    clip: (geometry) => prepared.clip(geometry),
    free: () => prepared.free(),
  };
}

/** Everything within a radius of a shape. Its outline is drawn only where something is to be cut along it. */
class ReachArea implements AreaTest {
  readonly isBoxes = false;
  readonly #shape: Geometry;
  readonly #radius: number;
  readonly #geos: Geos;
  readonly #reach: Reach;
  #outline: Shape | undefined;

  constructor(shape: Geometry, radius: number, geos: Geos) {
    this.#shape = shape;
    this.#radius = radius;
    this.#geos = geos;
    this.#reach = new Reach(shape, radius);
  }

  get boxes(): readonly BBox[] {
    return this.#reach.boxes;
  }

  meets(geometry: Geometry): boolean {
    return this.#reach.reaches(geometry);
  }

  clip(geometry: Geometry): Geometry | null {
    if (!this.#reach.reaches(geometry)) return null;
    if (geometry.type === 'Point') return geometry;
    this.#outline ??= prepareShape(this.#geos, widenGeometry(this.#geos, this.#shape, this.#radius)!);
    return this.#outline.clip(geometry);
  }

  free(): void {
    this.#outline?.free();
  }
}
