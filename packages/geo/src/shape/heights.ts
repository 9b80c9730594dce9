import Flatbush from 'flatbush';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import { isTangled } from './outline-index.ts';

/** How far from an edge a position is on it, in degrees: what is left after computing with rounded numbers. */
const NEAR = 1e-9;
/** Inside of large polygons a part of the vertices tells the mean height well enough. */
const MAX_WEIGHED = 1000;

/**
 * GEOS works in the plane; this gives what it returns the heights of what it was given. Not of outlines that run beside
 * themselves all the time: it would take too long to find where on them a position is.
 */
export function restoreHeights(parts: Part[], source: Part[]): Part[] {
  if (!source.some(hasHeights) || isTangled(source)) return parts;
  const heights = new Heights(source);
  return parts.map(({ dimension, chains }) => ({
    dimension,
    chains: chains.map((chain) => chain.map(([x, y]) => heights.lift(x, y))),
  }));
}

function hasHeights(part: Part): boolean {
  return part.chains.some((chain) => chain.some((position) => position.length === 3));
}

class Heights {
  /** Two of each edge; a position twice where it stands alone. */
  readonly #ends: Position[] = [];
  readonly #edges: Flatbush;
  readonly #weighed: Position[];

  constructor(source: Part[]) {
    for (const { chains } of source)
      for (const chain of chains)
        for (let i = chain.length === 1 ? 0 : 1; i < chain.length; i++)
          this.#ends.push(chain[Math.max(0, i - 1)]!, chain[i]!);
    this.#edges = new Flatbush(this.#ends.length / 2);
    for (let i = 0; i < this.#ends.length; i += 2) {
      const [a, b] = [this.#ends[i]!, this.#ends[i + 1]!];
      this.#edges.add(
        Math.min(a[0], b[0]) - NEAR,
        Math.min(a[1], b[1]) - NEAR,
        Math.max(a[0], b[0]) + NEAR,
        Math.max(a[1], b[1]) + NEAR,
      );
    }
    this.#edges.finish();
    this.#weighed = sampleOf(source);
  }

  /** The height of the vertex at this position, else along the edge it lies on, else as the vertices around suggest. */
  lift(x: number, y: number): Position {
    const edges = this.#edges.search(x, y, x, y).sort((one, other) => one - other);
    const vertex = this.#vertexAt(edges, x, y);
    if (vertex) return vertex.length === 3 ? [x, y, vertex[2]] : [x, y];
    const height = this.#alongEdge(edges, x, y) ?? this.#weighted(x, y);
    return height === undefined ? [x, y] : [x, y, height];
  }

  #vertexAt(edges: readonly number[], x: number, y: number): Position | undefined {
    for (const edge of edges)
      for (const end of [this.#ends[edge * 2]!, this.#ends[edge * 2 + 1]!])
        if (end[0] === x && end[1] === y) return end;
    return undefined;
  }

  #alongEdge(edges: readonly number[], x: number, y: number): number | undefined {
    let height: number | undefined;
    let nearest = NEAR ** 2;
    for (const edge of edges) {
      const a = this.#ends[edge * 2]!;
      const b = this.#ends[edge * 2 + 1]!;
      if (a.length !== 3 || b.length !== 3) continue;
      const dx = b[0] - a[0];
      const dy = b[1] - a[1];
      const length = dx * dx + dy * dy;
      const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / length));
      const gap = (a[0] + t * dx - x) ** 2 + (a[1] + t * dy - y) ** 2;
      if (gap > nearest) continue;
      nearest = gap;
      height = a[2] + t * (b[2] - a[2]);
    }
    return height;
  }

  /** Inside a polygon, such as at the corner of the box that clipped it: the mean, the nearer the weightier. */
  #weighted(x: number, y: number): number | undefined {
    let sum = 0;
    let weights = 0;
    for (const position of this.#weighed) {
      const weight = 1 / ((position[0] - x) ** 2 + (position[1] - y) ** 2);
      sum += weight * position[2]!;
      weights += weight;
    }
    return weights === 0 ? undefined : sum / weights;
  }
}

/** Of the positions with a height, all or evenly some. */
function sampleOf(source: readonly Part[]): Position[] {
  const positions = source.flatMap(({ chains }) => chains.flat()).filter(({ length }) => length === 3);
  const step = Math.ceil(positions.length / MAX_WEIGHED);
  return step <= 1 ? positions : positions.filter((_, i) => i % step === 0);
}
