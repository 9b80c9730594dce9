import { cellToBoundary, cellToLatLng, isValidCell } from 'h3-js';
import { ringOnMap } from '../geodesic/ring-on-map.ts';
import type { Geometry, Position } from '../geojson.ts';
import { geometryOfParts } from '../planar/parts.ts';

/** The outline of a cell that is known to be one: a Polygon; a MultiPolygon for the few cells on the antimeridian. */
export function outlineOf(cell: string): Geometry {
  const ring = cellToBoundary(cell, true) as Position[];
  const longitudes = ring.map(([longitude]) => longitude);
  const isPlain = isFarFromEdges(Math.min(...longitudes), Math.max(...longitudes));
  return isPlain ? plainOutline(ring) : geometryOfParts(ringOnMap(ring)!)!;
}

export function centroidOf(cell: string): [longitude: number, latitude: number] {
  const [latitude, longitude] = cellToLatLng(cell);
  return [longitude, latitude];
}

/** What is drawn of a cell as JSON: a position, and a geometry. */
export type DrawnCell = { centroid: string; outline: string };

export function drawnCell(cell: string): DrawnCell {
  return { centroid: JSON.stringify(centroidOf(cell)), outline: JSON.stringify(outlineOf(cell)) };
}

/** So many are remembered, 400 bytes each. */
const MAX_DRAWN = 40_000;
const drawnCells = new Map<string, DrawnCell>();

/** What `draw` gives for a cell, or gave before: maps ask for the same cells again. */
export function rememberedCell(cell: string, draw: () => DrawnCell): DrawnCell {
  let drawn = drawnCells.get(cell);
  if (!drawn) {
    drawn = draw();
    if (drawnCells.size >= MAX_DRAWN) drawnCells.clear();
    drawnCells.set(cell, drawn);
  }
  return drawn;
}

/** Whether the corners of a cell tell that it is neither at the antimeridian nor around a pole: there they are more than half a turn apart. */
export function isFarFromEdges(west: number, east: number): boolean {
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
