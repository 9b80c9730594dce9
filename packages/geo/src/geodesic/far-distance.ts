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

/** The position along the edges, sampled every degree, that is nearer than the best so far. */
function nearestPoint(
  { data, count }: Edges,
  from: LonLat,
  known: number,
): (LonLat & { metres: number }) | undefined {
  let best: (LonLat & { metres: number }) | undefined;
  const space = new Float64Array(6);
  toSpace(from.lon, from.lat, space, 0);
  let shortest = Infinity;
  for (let i = 0; i < count; i++) {
    const [aLon, aLat, bLon, bLat] = data.subarray(i * EDGE, i * EDGE + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const steps = Math.ceil(Math.max(Math.abs(bLon - aLon), Math.abs(bLat - aLat)) / DEGREES_APART) || 1;
    for (let step = 0; step <= steps; step++) {
      const lon = aLon + (step / steps) * (bLon - aLon);
      const lat = aLat + (step / steps) * (bLat - aLat);
      toSpace(lon, lat, space, 3);
      const chord = Math.hypot(space[3]! - space[0]!, space[4]! - space[1]!, space[5]! - space[2]!);
      // The earth is flattened by 0.3 %: a position much further through the earth is further along it too.
      if (chord > shortest * 1.01) continue;
      shortest = Math.min(shortest, chord);
      const metres = geodesicMetres(from.lon, from.lat, lon, lat);
      if (metres < (best?.metres ?? known)) best = { lon, lat, metres };
    }
  }
  return best;
}
