import type { BBox } from '../bbox.ts';
import type { Position } from '../geojson.ts';
import { isSimpleRing } from '../planar/is-simple-ring.ts';
import { highestParts, type Part } from '../planar/parts.ts';
import type { Geos } from '../shape/geos.ts';
import { restoreHeights } from '../shape/heights.ts';
import { isTangled } from '../shape/outline-index.ts';
import { areValid, takeParts, toValidGeos } from '../shape/overlay.ts';
import { toGeos } from '../shape/to-geos.ts';
import { clipLine } from './clip-line.ts';
import { RingCutter } from './ring-cutter.ts';

const cutter = new RingCutter();
/** Up to here, comparing all edges is quicker than handing the ring to GEOS. */
const SMALL_RING = 24;

/**
 * What polygons that meet a box have inside of it. Cutting ring by ring keeps their area; where a ring leaves the box
 * and comes back its pieces are joined along the box's edge, and GEOS takes them apart.
 */
export function clipPolygons(geosAtNeed: () => Geos, polygons: Part[], box: BBox): Part[] {
  return restoreHeights(clip(geosAtNeed, polygons, box, true), polygons);
}

function clip(geosAtNeed: () => Geos, polygons: Part[], box: BBox, mayBeInvalid: boolean): Part[] {
  const cut = cutPolygons(polygons, box);
  if (cut.length === 0 || isSimple(cut)) return cut;
  const geos = geosAtNeed();
  if (areValid(geos, cut)) return cut;
  if (mayBeInvalid && !areValid(geos, polygons)) {
    const valid = toValidGeos(geos, polygons);
    if (valid !== 0) return clipValid(geos, highestParts(takeParts(geos, valid)), box);
  }
  // What can't be taken apart stays as it was cut: it is in the box, and nothing of it is lost.
  if (isTangled(cut)) return cut;
  const apart = geos.repairByRings(toGeos(geos, cut));
  const parts = apart === 0 ? [] : takeParts(geos, apart);
  return parts.length > 0 ? parts : touchOf(geos, cut);
}

/** Of what a repair made of polygons; it may have left lines or points of them. */
function clipValid(geos: Geos, parts: Part[], box: BBox): Part[] {
  if (parts[0]?.dimension === 2) return clip(() => geos, parts, box, false);
  return parts.flatMap(({ dimension, chains }) =>
    dimension === 1 ? clipLine(chains[0]!, box) : [{ dimension, chains }],
  );
}

/** The line or point that is left where polygons only touch the box. */
function touchOf(geos: Geos, cut: Part[]): Part[] {
  const lines = geos.repairByLines(toGeos(geos, cut));
  return lines === 0 ? [] : highestParts(takeParts(geos, lines));
}

function cutPolygons(polygons: Part[], box: BBox): Part[] {
  const cut: Part[] = [];
  for (const polygon of polygons) {
    const chains: Position[][] = [];
    for (const ring of polygon.chains) {
      const inside = cutRing(ring, box);
      if (inside.length > 0) chains.push(inside);
    }
    if (chains.length > 0) cut.push({ dimension: 2, chains });
  }
  return cut;
}

function cutRing(ring: Position[], { west, south, east, north }: BBox): Position[] {
  cutter.clear();
  for (let i = 1; i < ring.length; i++) cutter.push(ring[i]![0], ring[i]![1]);
  cutter.cut(west, south, east, north);
  const { points, count } = cutter;
  const inside: Position[] = [];
  if (count === 0) return inside;
  let px = points[count * 2 - 2]!;
  let py = points[count * 2 - 1]!;
  inside.push([px, py]);
  for (let i = 0; i < count; i++) {
    const x = points[i * 2]!;
    const y = points[i * 2 + 1]!;
    if (x !== px || y !== py) inside.push([x, y]);
    px = x;
    py = y;
  }
  // GEOS takes no ring of fewer positions, not even to repair it into the line or point it is.
  while (inside.length < 4) inside.push(inside[0]!);
  return inside;
}

function isSimple(polygons: Part[]): boolean {
  const chains = polygons[0]?.chains;
  if (polygons.length !== 1 || chains?.length !== 1) return false;
  return chains[0]!.length <= SMALL_RING && isSimpleRing(chains[0]!) && !hasTinyEdge(chains[0]!);
}

/** A part of the coordinates: what is nearer to each other, computing with rounded numbers may take for the same. */
const TINY = 1e-12;

/** With such an edge a ring may be simple, but not for GEOS and those who use it. */
function hasTinyEdge(ring: Position[]): boolean {
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    const length = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
    if (length <= TINY * Math.max(Math.abs(ax), Math.abs(ay))) return true;
  }
  return false;
}
