import { cellToBoundary, isValidCell } from 'h3-js';
import { ringOnMap } from '../geodesic/ring-on-map.ts';
import type { Geometry, Position } from '../geojson.ts';
import { geometryOfParts } from '../planar/parts.ts';

/** The outline of a cell that is known to be one: a Polygon; a MultiPolygon for the few cells on the antimeridian. */
export function outlineOf(cell: string): Geometry {
  return geometryOfParts(ringOnMap(cellToBoundary(cell, true) as Position[])!)!;
}

/** The outline of the H3 cell with this index, such as `871f1d489ffffff`; undefined if there is none. */
export function hexCellOutline(index: string): Geometry | undefined {
  return /^[0-9a-fA-F]{1,16}$/.test(index) && isValidCell(index) ? outlineOf(index) : undefined;
}
