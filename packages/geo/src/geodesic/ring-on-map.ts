import { RingCutter } from '../box/ring-cutter.ts';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';

const cutter = new RingCutter();

/**
 * The polygons that show the area to the left of a closed ring on the globe on a map within ±180: cut at the
 * antimeridian, and drawn up to the edge of the map where a pole is in it. Undefined if the ring goes around what is
 * not in the area: then the area is most of the globe.
 */
export function ringOnMap(ring: Position[]): Part[] | undefined {
  const { longitudes, turn } = unwrapped(ring);
  if (Math.abs(turn) > 180) return [aroundPole(ring, longitudes, turn)];
  return isRightOfArea(ring, longitudes) ? undefined : acrossAntimeridian(ring, longitudes);
}

function acrossAntimeridian(ring: Position[], longitudes: number[]): Part[] {
  const parts: Part[] = [];
  for (const window of [-360, 0, 360]) {
    cutter.clear();
    for (let i = 1; i < ring.length; i++) cutter.push(longitudes[i]! - window, ring[i]![1]);
    cutter.cut(-180, -90, 180, 90);
    const part = cutPart();
    // A ring that only touches the antimeridian leaves nothing on its other side.
    if (part.chains[0]!.some(([x]) => x !== part.chains[0]![0]![0])) parts.push(part);
  }
  return parts;
}

/**
 * A ring that turns eastwards around the globe has the north pole on its left. Drawn three times around, it covers
 * the map from edge to edge wherever it begins.
 */
function aroundPole(ring: Position[], longitudes: number[], turn: number): Part {
  const pole = turn > 0 ? 90 : -90;
  cutter.clear();
  cutter.push(longitudes[0]! - turn, pole);
  cutter.push(longitudes[0]! - turn, ring[0]![1]);
  for (const round of [-turn, 0, turn])
    for (let i = 1; i < ring.length; i++) cutter.push(longitudes[i]! + round, ring[i]![1]);
  cutter.push(longitudes[0]! + 2 * turn, pole);
  cutter.cut(-180, -90, 180, 90);
  return cutPart();
}

/** Longitudes without the jump at the antimeridian, and by how much they have turned when back at the start. */
function unwrapped(ring: Position[]): { longitudes: number[]; turn: number } {
  let longitude = offSliver(ring[0]![0]);
  const longitudes = [longitude];
  for (let i = 1; i < ring.length; i++) {
    longitude = offSliver(longitude + wrapped(ring[i]![0] - longitude));
    longitudes.push(longitude);
  }
  return { longitudes, turn: longitude - longitudes[0]! };
}

/** Exactly on the antimeridian if within a fraction of a millimetre of it, so that no sliver is cut off or left open. */
function offSliver(longitude: number): number {
  const nearest = 360 * Math.round((longitude - 180) / 360) + 180;
  return Math.abs(longitude - nearest) < 1e-9 ? nearest : longitude;
}

function wrapped(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

function isRightOfArea(ring: Position[], longitudes: number[]): boolean {
  let twice = 0;
  for (let i = 1; i < ring.length; i++)
    twice +=
      (longitudes[i - 1]! - longitudes[0]!) * ring[i]![1] -
      (longitudes[i]! - longitudes[0]!) * ring[i - 1]![1];
  return twice < 0;
}

function cutPart(): Part {
  const { points, count } = cutter;
  const ring: Position[] = [];
  for (let i = 0; i < count; i++) {
    const x = points[2 * i]!;
    const y = points[2 * i + 1]!;
    const last = ring.at(-1);
    if (x !== last?.[0] || y !== last[1]) ring.push([x, y]);
  }
  if (ring.length > 0) ring.push(ring[0]!);
  return { dimension: 2, chains: [ring] };
}
