import type { Position } from '@meridian/geo/geojson';

export type Ring = {
  positions: Position[];
  area: number;
  box: [number, number, number, number];
  /** Made when a hole lies within the box. */
  corners?: Set<string>;
};

/** Positions of outer rings that are looked at for holes, all in all, so that no file takes minutes. */
export const MAX_WORK = 2e8;

/**
 * Polygons of outer rings, each with the holes that lie in it, wound as RFC 7946 asks. A text is the reason why there
 * are none.
 */
export function nestRings(outer: Position[][], inner: Position[][]): Position[][][] | string {
  const shells = outer.map(ringOf);
  const polygons = shells.map(({ positions, area }) => [area > 0 ? positions : positions.toReversed()]);
  const work = inner.length * outer.reduce((sum, { length }) => sum + length, 0);
  if (work > MAX_WORK) return 'has too many rings to find out which lie in which';
  for (const positions of inner) {
    const hole = ringOf(positions);
    let found: number | undefined;
    for (const [i, shell] of shells.entries())
      if (
        isBoxWithin(hole.box, shell.box) &&
        isWithin(hole, shell) &&
        (found === undefined || Math.abs(shell.area) < Math.abs(shells[found]!.area))
      )
        found = i;
    if (found === undefined) return 'has an inner ring that lies in none of its outer rings';
    polygons[found]!.push(hole.area > 0 ? positions.toReversed() : positions);
  }
  return polygons;
}

export function ringOf(positions: Position[]): Ring {
  const box: Ring['box'] = [Infinity, Infinity, -Infinity, -Infinity];
  let area = 0;
  for (const [i, [x, y]] of positions.entries()) {
    const [a, b] = positions[(i + 1) % positions.length]!;
    area += x * b - a * y;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { positions, area, box };
}

export function isBoxWithin(inner: Ring['box'], outer: Ring['box']): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

/** By the first position of the hole that is no corner of the shell: holes may touch it. */
export function isWithin({ positions }: Ring, shell: Ring): boolean {
  shell.corners ??= new Set(shell.positions.map(String));
  const { corners } = shell;
  const inside = positions.find((position) => !corners.has(String(position)));
  return inside === undefined || isInRing(inside, shell.positions);
}

function isInRing([x, y]: Position, ring: Position[]): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
