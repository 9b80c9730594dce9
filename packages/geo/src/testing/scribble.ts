import type { MultiLineString, MultiPolygon, Position } from '../geojson.ts';

/** Numbers from 0 to 1, the same for every seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A ring that crosses itself about as often as the sixth of the square of its edges. */
export function scribble(edges: number, seed = 1): Position[] {
  const next = numbers(seed);
  const ring = Array.from({ length: edges }, (): Position => [next() * 300 - 150, next() * 160 - 80]);
  return [...ring, ring[0]!];
}

/** A valid ring of thin teeth side by side, all of them diagonal: the box of each meets those of all others. */
export function diagonalComb(teeth: number): Position[] {
  const ring: Position[] = [];
  const step = 10 / teeth;
  for (let i = 0; i < teeth; i++) ring.push([i * step, 0], [i * step + 40, 40]);
  return [...ring, [10, -1], [0, -1], [0, 0]];
}

/** A coast: many edges, each near few others. */
export function coast(edges: number): Position[] {
  const next = numbers(7);
  const ring = Array.from({ length: edges }, (_, i): Position => {
    const turn = (i / edges) * 2 * Math.PI;
    const reach = 30 + Math.sin(turn * 40) + (next() * 30) / edges;
    return [reach * Math.cos(turn), reach * Math.sin(turn)];
  });
  return [...ring, ring[0]!];
}

/** Diagonal lines side by side, `offset` steps from where they would begin; those of another offset lie between them. */
export function teeth(count: number, offset: number): MultiLineString {
  return {
    type: 'MultiLineString',
    coordinates: Array.from({ length: count }, (_, i): Position[] => {
      const x = ((i + offset) * 10) / count;
      return [
        [x, 0],
        [x + 40, 40],
      ];
    }),
  };
}

/** The same as thin triangles, a tenth of a step wide at one end. */
export function thinTeeth(count: number, offset: number): MultiPolygon {
  const width = 1 / count;
  return {
    type: 'MultiPolygon',
    coordinates: teeth(count, offset).coordinates.map(([a, b]) => [[a!, b!, [b![0] + width, b![1]], a!]]),
  };
}
