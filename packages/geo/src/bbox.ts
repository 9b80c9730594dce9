/** A box in degrees, edges included. Boxes of geometries never cross the antimeridian: west ≤ east. */
export type BBox = { west: number; south: number; east: number; north: number };

/** The box that holds nothing, to be grown with `extend`. */
export function emptyBBox(): BBox {
  return { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
}

export function isEmptyBBox(box: BBox): boolean {
  return box.west > box.east;
}

export function isInside(inner: BBox, outer: BBox): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  );
}

export function extend(box: BBox, x: number, y: number): void {
  if (x < box.west) box.west = x;
  if (x > box.east) box.east = x;
  if (y < box.south) box.south = y;
  if (y > box.north) box.north = y;
}

/** Grows a box so that it holds another one. */
export function extendBy(box: BBox, other: BBox): void {
  extend(box, other.west, other.south);
  extend(box, other.east, other.north);
}
