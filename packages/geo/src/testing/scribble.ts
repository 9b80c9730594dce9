import type { Position } from '../geojson.ts';

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
