import type { Position } from '../geojson.ts';
import { BULGE, EDGE, edgesOf } from './edges.ts';

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
  yield { position: chain[0]!, metres: 0 };
  for (let i = 0; i < count; i++) {
    const at = i * EDGE;
    const chord = Math.hypot(
      data[at + 7]! - data[at + 4]!,
      data[at + 8]! - data[at + 5]!,
      data[at + 9]! - data[at + 6]!,
    );
    // A way is no longer than its chord and twice its bulge.
    const metres = chord + 2 * data[at + BULGE]!;
    const pieces = Math.max(1, Math.ceil(metres / step), Math.ceil(Math.sqrt(data[at + BULGE]! / tolerance)));
    for (let piece = 1; piece < pieces; piece++) {
      const t = piece / pieces;
      const x = data[at]! + t * (data[at + 2]! - data[at]!);
      const y = data[at + 1]! + t * (data[at + 3]! - data[at + 1]!);
      yield { position: [x, y], metres: metres / pieces };
    }
    yield { position: chain[i + 1]!, metres: metres / pieces };
  }
}
