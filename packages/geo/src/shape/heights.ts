import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';

/** GEOS works in the plane; this gives what it returns the heights of what it was given. */
export function restoreHeights(parts: Part[], source: Part[]): Part[] {
  if (!source.some(hasHeights)) return parts;
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
  readonly #source: Part[];
  /** By longitude, the positions there: two positions with one longitude are rare enough to look through. */
  readonly #byLongitude = new Map<number, Position[]>();

  constructor(source: Part[]) {
    this.#source = source;
    for (const part of source)
      for (const chain of part.chains)
        for (const position of chain) {
          const there = this.#byLongitude.get(position[0]);
          if (there) there.push(position);
          else this.#byLongitude.set(position[0], [position]);
        }
  }

  /** The height of the vertex at this position, else along the edge it lies on, else as the vertices around suggest. */
  lift(x: number, y: number): Position {
    const vertex = this.#byLongitude.get(x)?.find((position) => position[1] === y);
    if (vertex) return vertex.length === 3 ? [x, y, vertex[2]] : [x, y];
    const height = this.#alongEdge(x, y) ?? this.#weighted(x, y);
    return height === undefined ? [x, y] : [x, y, height];
  }

  #alongEdge(x: number, y: number): number | undefined {
    let height: number | undefined;
    let nearest = 1e-18;
    for (const part of this.#source)
      for (const chain of part.chains)
        for (let i = 1; i < chain.length; i++) {
          const a = chain[i - 1]!;
          const b = chain[i]!;
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
    for (const part of this.#source)
      for (const chain of part.chains)
        for (const position of chain) {
          if (position.length !== 3) continue;
          const weight = 1 / ((position[0] - x) ** 2 + (position[1] - y) ** 2);
          sum += weight * position[2];
          weights += weight;
        }
    return weights > 0 ? sum / weights : undefined;
  }
}
