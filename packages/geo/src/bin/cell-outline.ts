import { cellToBoundary, isValidCell } from 'h3-js';
import { ringOnMap } from '../geodesic/ring-on-map.ts';
import type { Geometry, Position } from '../geojson.ts';
import { geometryOfParts } from '../planar/parts.ts';

/** The outline of a cell that is known to be one: a Polygon; a MultiPolygon for the few cells on the antimeridian. */
export function outlineOf(cell: string): Geometry {
  const ring = cellToBoundary(cell, true) as Position[];
  return isFarFromEdges(ring) ? plainOutline(ring) : geometryOfParts(ringOnMap(ring)!)!;
}

/** Neither at the antimeridian nor around a pole: such cells have corners more than half a turn apart. */
function isFarFromEdges(ring: readonly Position[]): boolean {
  let west = Infinity;
  let east = -Infinity;
  for (const [longitude] of ring) {
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
  }
  return west > -LAST_LONGITUDE && east < LAST_LONGITUDE && east - west < 180;
}

const LAST_LONGITUDE = 179.99;

/** As `ringOnMap` gives it, from the second corner on. */
function plainOutline(ring: readonly Position[]): Geometry {
  const turned = ring.slice(1);
  turned.push(turned[0]!);
  return { type: 'Polygon', coordinates: [turned] };
}

/** The outline of the H3 cell with this index, such as `871f1d489ffffff`; undefined if there is none. */
export function hexCellOutline(index: string): Geometry | undefined {
  return /^[0-9a-fA-F]{1,16}$/.test(index) && isValidCell(index) ? outlineOf(index) : undefined;
}
