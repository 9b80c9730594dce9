import type { Geometry, Position } from '@meridian/geo/geojson';

/**
 * Shapefiles hold the rings of a polygon in one list: outer ones clockwise, holes the other way. GeoJSON wants each
 * hole with the ring it lies in, and the winding the other way round.
 */
export function polygonOfRings(rings: Position[][]): Geometry {
  const outer: Position[][] = [];
  const holes: Position[][] = [];
  for (const ring of rings) (isClockwise(ring) ? outer : holes).push([...ring].reverse());
  // A writer that winds all the other way means them all to be outer rings.
  if (outer.length === 0) outer.push(...holes.splice(0).map((ring) => ring.reverse()));
  const polygons = outer.map((ring) => [ring]);
  for (const hole of holes) {
    const around = polygons
      .filter(([ring]) => polygons.length === 1 || contains(ring!, hole))
      .sort(([a], [b]) => Math.abs(ringArea(a!)) - Math.abs(ringArea(b!)))[0];
    if (around === undefined) polygons.push([hole.reverse()]);
    else around.push(hole);
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function isClockwise(ring: Position[]): boolean {
  return ringArea(ring) < 0;
}

/** Twice the signed area, around the first corner so that large coordinates lose nothing. */
export function ringArea(ring: Position[]): number {
  const [x0, y0] = ring[0] ?? [0, 0];
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[i + 1]!;
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}

/** Whether the first corner of the hole that is not on the ring's own corners lies in the ring. */
function contains(ring: Position[], hole: Position[]): boolean {
  const corners = new Set(ring.map(([x, y]) => `${x} ${y}`));
  const probe = hole.find(([x, y]) => !corners.has(`${x} ${y}`)) ?? hole[0];
  if (probe === undefined) return false;
  const [x, y] = probe;
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
