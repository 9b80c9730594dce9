import { EDGE, type Edges } from './edges.ts';
import { geodesicMetres, toSpace } from './ellipsoid.ts';
import type { Nearest } from './nearest-edges.ts';

/**
 * Half the earth away, the straight distance through the earth no longer says which of two positions is nearer along
 * the surface: near the antipode it differs by up to 4 %. Alternates between the geometries' positions, from the nearest
 * position of the other, by the exact distance.
 */
export function farDistance(a: Edges, b: Edges, found: Nearest): number {
  let from = { lon: found.aLon, lat: found.aLat };
  let metres = geodesicMetres(found.aLon, found.aLat, found.bLon, found.bLat);
  for (let round = 0; round < 4; round++) {
    const best = nearestPoint(round % 2 === 0 ? b : a, from, metres);
    if (best === undefined && round > 0) break;
    metres = best?.metres ?? metres;
    from = best ?? { lon: found.bLon, lat: found.bLat };
  }
  return metres;
}

type LonLat = { lon: number; lat: number };

const DEGREES_APART = 1;
/** More positions along edges than this are spaced further apart, up to eight times: the distance stays right to 0.2 %. */
const MANY_POSITIONS = 200_000;
const FURTHEST_APART = 8;
/** So many of the nearest are measured exactly. */
const MOST_MEASURED = 400_000;

/** The position along the edges, sampled every degree, that is nearer than the best so far. */
function nearestPoint(edges: Edges, from: LonLat, known: number): (LonLat & { metres: number }) | undefined {
  const apart =
    Math.min(FURTHEST_APART, Math.max(1, stepsAlong(edges, DEGREES_APART) / MANY_POSITIONS)) * DEGREES_APART;
  const space = new Float64Array(6);
  toSpace(from.lon, from.lat, space, 0);
  const chordTo = (lon: number, lat: number) => {
    toSpace(lon, lat, space, 3);
    return Math.hypot(space[3]! - space[0]!, space[4]! - space[1]!, space[5]! - space[2]!);
  };
  let shortest = Infinity;
  walk(edges, apart, (lon, lat) => {
    shortest = Math.min(shortest, chordTo(lon, lat));
  });
  let best: (LonLat & { metres: number }) | undefined;
  let measured = 0;
  walk(edges, apart, (lon, lat) => {
    // The earth is flattened by 0.3 %: a position much further through the earth is further along it too.
    if (measured >= MOST_MEASURED || chordTo(lon, lat) > shortest * 1.01) return;
    measured++;
    const metres = geodesicMetres(from.lon, from.lat, lon, lat);
    if (metres < (best?.metres ?? known)) best = { lon, lat, metres };
  });
  return best;
}

function walk({ data, count }: Edges, apart: number, visit: (lon: number, lat: number) => void): void {
  for (let at = 0; at < count * EDGE; at += EDGE) {
    const [aLon, aLat, bLon, bLat] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    const steps = stepsOf(data, at, apart);
    for (let step = 0; step <= steps; step++)
      visit(aLon + (step / steps) * (bLon - aLon), aLat + (step / steps) * (bLat - aLat));
  }
}

function stepsAlong({ data, count }: Edges, apart: number): number {
  let steps = 0;
  for (let i = 0; i < count; i++) steps += stepsOf(data, i * EDGE, apart);
  return steps;
}

function stepsOf(data: Float64Array, at: number, apart: number): number {
  const longest = Math.max(Math.abs(data[at + 2]! - data[at]!), Math.abs(data[at + 3]! - data[at + 1]!));
  return Math.ceil(longest / apart) || 1;
}
