import { type BBox, boxOf, type Geometry, isEmptyBBox, isInside } from '@meridian/geo';

/** So many boxes stand for what a commit touched: beyond that, those that lie nearest to each other become one. */
export const MAX_BOXES = 8;

/** Where a transaction changes features: the boxes that they have, and those that they had. */
export class TouchedBoxes {
  #boxes: BBox[] = [];
  #isEverywhere = false;

  /** Undefined where it may be everywhere. */
  get boxes(): readonly BBox[] | undefined {
    return this.#isEverywhere ? undefined : this.#boxes;
  }

  add(box: BBox | undefined): void {
    if (!box || isEmptyBBox(box)) return;
    if (this.#boxes.some((other) => isInside(box, other))) return;
    this.#boxes.push(box);
    if (this.#boxes.length > MAX_BOXES) this.#boxes = withoutNearest(this.#boxes);
  }

  addGeometry(geometry: Geometry | null): void {
    if (geometry) this.add(boxOf(geometry));
  }

  everywhere(): void {
    this.#isEverywhere = true;
  }

  clear(): void {
    this.#boxes = [];
    this.#isEverywhere = false;
  }
}

/** The same area or more, in no more boxes than are allowed. */
export function fewBoxes(boxes: readonly (BBox | undefined)[]): readonly BBox[] {
  const touched = new TouchedBoxes();
  for (const box of boxes) touched.add(box);
  return touched.boxes!;
}

/** One box less: the two are united that take the least for it. */
function withoutNearest(boxes: readonly BBox[]): BBox[] {
  let [first, second, least] = [0, 1, Infinity];
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const more = unitedExtent(boxes[i]!, boxes[j]!) - extentOf(boxes[i]!) - extentOf(boxes[j]!);
      if (more < least) [first, second, least] = [i, j, more];
    }
  const others = boxes.filter((_, i) => i !== first && i !== second);
  return [...others, united(boxes[first]!, boxes[second]!)];
}

function united(a: BBox, b: BBox): BBox {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}

/** That of both as one box, which is not made: every feature of a load asks for that of all pairs. */
function unitedExtent(a: BBox, b: BBox): number {
  const width = Math.max(a.east, b.east) - Math.min(a.west, b.west);
  return width + (Math.max(a.north, b.north) - Math.min(a.south, b.south));
}

/** Width and height: points and lines along a meridian have no area. */
function extentOf({ west, south, east, north }: BBox): number {
  return east - west + (north - south);
}
