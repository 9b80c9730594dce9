import type { Geometry, Position } from '../geojson.ts';
import { geometryOfParts, highestParts, type Part, partsOf } from '../planar/parts.ts';
import type { Geos, Pointer } from '../shape/geos.ts';
import { isTangled } from '../shape/outline-index.ts';
import { takeParts, toValidGeos, union } from '../shape/overlay.ts';
import { toGeos } from '../shape/to-geos.ts';
import { areaOfRing } from './area-of-ring.ts';
import { bend } from './bend.ts';
import { circleArea } from './circle.ts';
import { chunksOf, spacedPositions } from './densify.ts';
import { geodesicMetres } from './ellipsoid.ts';
import { LocalPlane } from './local-plane.ts';

/** From this radius on, circles a fifth of it apart are a better outline than one drawn in a plane. */
const LARGE_RADIUS = 3e5;
const QUADRANT_CORNERS = 16;
/** What is put together of more circles than this takes over a second. */
const MAX_CIRCLES = 3000;
/** A stretch of a line costs as much as so many circles that stand alone. */
const STRETCH = 4;

/** Whether all that is within a radius of a geometry can be drawn in a moment: not along lines many times around the earth. */
export function canWiden(geometry: Geometry, radius: number): boolean {
  const parts = partsOf(geometry);
  if (isTangled(parts)) return false;
  let circles = 0;
  for (const { dimension, chains } of parts)
    for (const chain of chains) {
      circles += dimension === 0 ? 1 : STRETCH * stretchesOf(chain, radius).length;
      if (circles > MAX_CIRCLES) return false;
    }
  return true;
}

function stretchesOf(chain: Position[], radius: number): unknown[] {
  return radius >= LARGE_RADIUS ? spacedPositions(chain, radius / 5) : chunksOf(chain, radius);
}

/**
 * Everything within a radius of a geometry (geodesic; its outline is right to about 1 % of the radius), cut at the
 * antimeridian. With a radius of 0, or too small to have an area, the geometry itself. Null if it is empty.
 */
export function widenGeometry(geos: Geos, geometry: Geometry, radius: number): Geometry | null {
  const parts = partsOf(geometry);
  if (parts.length === 0) return null;
  if (radius <= 0) return geometry;
  const areas: Pointer[] = [];
  for (const part of parts) {
    if (part.dimension === 2) areas.push(toValidGeos(geos, [part]));
    for (const chain of part.chains) {
      if (part.dimension === 0) areas.push(circleArea(geos, chain[0]![0], chain[0]![1], radius));
      else if (radius >= LARGE_RADIUS)
        for (const [lon, lat] of spacedPositions(chain, radius / 5))
          areas.push(circleArea(geos, lon, lat, radius));
      else for (const chunk of chunksOf(chain, radius)) areas.push(...widenChunk(geos, chunk, radius));
    }
  }
  const united = union(
    geos,
    areas.filter((area) => area !== 0),
  );
  return united === 0 ? geometry : (geometryOfParts(highestParts(takeParts(geos, united))) ?? geometry);
}

/** A few hundred kilometres of a line, widened in the plane that touches the earth there. */
function widenChunk(geos: Geos, chunk: Position[], radius: number): Pointer[] {
  const [lon, lat] = chunk[chunk.length >> 1]!;
  if (chunk.every((position) => geodesicMetres(lon, lat, position[0], position[1]) < 1e-3))
    return [circleArea(geos, lon, lat, radius)];
  const plane = new LocalPlane(lon, lat);
  const line = toGeos(geos, openLines(chunk.map((position) => plane.toPlane(position))));
  if (line === 0) return [];
  const buffer = geos.replace(line, geos.module._GEOSBuffer_r(geos.context, line, radius, QUADRANT_CORNERS));
  if (buffer === 0) return [];
  return takeParts(geos, buffer).map(({ chains: [outline, ...holes] }) => {
    let area = areaOfRing(geos, onGlobe(plane, outline!, radius));
    for (const hole of holes) area = without(geos, area, onGlobe(plane, hole, radius));
    return area;
  });
}

/** A line in pieces that do not end where they begin: those GEOS would take for rings, and leave their inside open. */
function openLines(line: Position[]): Part[] {
  const pieces: Position[][] = [];
  let piece: Position[] = [];
  for (const position of line) {
    const [start] = piece;
    if (piece.length > 1 && Math.hypot(position[0] - start![0], position[1] - start![1]) < 1e-6) {
      pieces.push(piece);
      piece = [piece.at(-1)!];
    }
    piece.push(position);
  }
  return [...pieces, piece].map((chain) => ({ dimension: 1, chains: [chain] }));
}

function onGlobe(plane: LocalPlane, ring: Position[], radius: number): Position[] {
  const outline = [plane.toGlobe(ring[0]!)];
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    bend(outline, (part) => plane.toGlobe([ax + part * (bx - ax), ay + part * (by - ay)]), 0, 1, radius);
  }
  outline[outline.length - 1] = outline[0]!;
  return outline;
}

function without(geos: Geos, area: Pointer, hole: Position[]): Pointer {
  const inner = areaOfRing(geos, hole.toReversed());
  if (area === 0 || inner === 0) return area;
  const rest = geos.module._GEOSDifference_r(geos.context, area, inner);
  geos.free(inner);
  return rest === 0 ? area : geos.replace(area, rest);
}
