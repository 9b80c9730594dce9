import type { Position } from '../geojson.ts';
import { BULGE, EDGE, edgesOf } from './edges.ts';
import { LARGEST_RADIUS, RADIANS, toSpace } from './ellipsoid.ts';

/** A chunk reaches no further than this from its start, so that a plane can stand for the globe. */
const CHUNK = 2e5;
const STEP = 5e4;

/**
 * A line cut into chunks of at most some 200 km, each beginning where the one before ends, with positions added so that
 * a chord between two of them is as good as the edge.
 */
export function chunksOf(chain: Position[], radius: number): Position[][] {
  const chunks: Position[][] = [];
  let chunk: Position[] = [];
  let length = 0;
  const tolerance = Math.max(0.001 * radius, 0.2);
  for (const { position, metres } of densified(chain, tolerance, STEP)) {
    length += metres;
    chunk.push(position);
    if (length > CHUNK) {
      chunks.push(chunk);
      chunk = [position];
      length = 0;
    }
  }
  if (chunk.length > 1) chunks.push(chunk);
  return chunks;
}

/** Positions along a line, at its ends and otherwise no closer than half of `step` and no further apart than all of it. */
export function spacedPositions(chain: Position[], step: number): Position[] {
  const spaced: Position[] = [];
  let since = Infinity;
  let last: Position | undefined;
  for (const { position, metres } of densified(chain, Infinity, step / 2)) {
    since += metres;
    last = position;
    if (since < step / 2) continue;
    spaced.push(position);
    since = 0;
  }
  if (last !== undefined && since > 0) spaced.push(last);
  return spaced;
}

/** The positions of a chain and, along edges that are long or bulge much, positions in between; each with the way to it. */
function* densified(
  chain: Position[],
  tolerance: number,
  step: number,
): Generator<{ position: Position; metres: number }> {
  const { data, count } = edgesOf([{ dimension: 1, chains: [chain] }]);
  const space = new Float64Array(6);
  yield { position: chain[0]!, metres: 0 };
  for (let i = 0; i < count; i++) {
    const at = i * EDGE;
    const [ax, ay, bx, by] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    const bulge = data[at + BULGE]!;
    const pieces = Math.max(1, Math.ceil(longest(data, at) / step), Math.ceil(Math.sqrt(bulge / tolerance)));
    space.set(data.subarray(at + 4, at + 7));
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces;
      const position: Position = piece === pieces ? chain[i + 1]! : [ax + t * (bx - ax), ay + t * (by - ay)];
      toSpace(position[0], position[1], space, 3);
      const chord = Math.hypot(space[3]! - space[0]!, space[4]! - space[1]!, space[5]! - space[2]!);
      space.copyWithin(0, 3);
      // A way is no longer than its chord and twice its bulge, and that of a piece falls with the square of their number.
      yield { position, metres: chord + (2 * bulge) / pieces ** 2 };
    }
  }
}

/** An edge is no longer than this: as if all of it were where a degree of longitude is longest along it. */
function longest(data: Float64Array, at: number): number {
  const [ay, by] = [data[at + 1]!, data[at + 3]!];
  const nearest = ay > 0 === by > 0 ? Math.min(Math.abs(ay), Math.abs(by)) : 0;
  const turn = Math.abs(data[at + 2]! - data[at]!) * RADIANS * Math.cos(nearest * RADIANS);
  return LARGEST_RADIUS * Math.hypot(turn, Math.abs(by - ay) * RADIANS);
}
