import { orient2d } from 'robust-predicates';
import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { segmentMeetsBox } from './segment-meets-box.ts';

/**
 * Whether a geometry and a box have a point in common, edges included. Exact for any input: polygons are the
 * even-odd area of their rings, so self-crossing ones are defined too; a box inside a hole is apart.
 */
export function intersectsBox(geometry: Geometry, box: BBox): boolean {
  switch (geometry.type) {
    case 'Point':
      return isIn(geometry.coordinates, box);
    case 'MultiPoint':
      return geometry.coordinates.some((position) => isIn(position, box));
    case 'LineString':
      return lineMeets(geometry.coordinates, box);
    case 'MultiLineString':
      return geometry.coordinates.some((line) => lineMeets(line, box));
    case 'Polygon':
      return polygonMeets(geometry.coordinates, box);
    case 'MultiPolygon':
      return geometry.coordinates.some((rings) => polygonMeets(rings, box));
    case 'GeometryCollection':
      return geometry.geometries.some((member) => intersectsBox(member, box));
  }
}

function isIn(position: Position, { west, south, east, north }: BBox): boolean {
  const x = position[0];
  const y = position[1];
  return x >= west && x <= east && y >= south && y <= north;
}

function lineMeets(line: Position[], { west, south, east, north }: BBox): boolean {
  let ax = line[0]![0];
  let ay = line[0]![1];
  for (let i = 1; i < line.length; i++) {
    const b = line[i]!;
    const bx = b[0];
    const by = b[1];
    if (segmentMeetsBox(ax, ay, bx, by, west, south, east, north)) return true;
    ax = bx;
    ay = by;
  }
  return false;
}

/** While no edge meets the box, it lies in one face of the rings: the edges east of a corner say in which. */
function polygonMeets(rings: Position[][], { west, south, east, north }: BBox): boolean {
  let inside = false;
  for (let r = 0; r < rings.length; r++) {
    const ring = rings[r]!;
    let ax = ring[0]![0];
    let ay = ring[0]![1];
    for (let i = 1; i < ring.length; i++) {
      const b = ring[i]!;
      const bx = b[0];
      const by = b[1];
      if (segmentMeetsBox(ax, ay, bx, by, west, south, east, north)) return true;
      if (ay > south !== by > south) {
        // The corner is on no edge here, so the sign below is never zero.
        if (ax > west && bx > west) inside = !inside;
        else if ((ax > west || bx > west) && orient2d(ax, ay, bx, by, west, south) < 0 === by > ay)
          inside = !inside;
      }
      ax = bx;
      ay = by;
    }
  }
  return inside;
}
