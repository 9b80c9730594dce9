import type { Position } from '../geojson.ts';
import { SEGMENT } from './segment-tree.ts';

/** The ends of the edges of chains, four numbers each; a position that stands alone is an edge with equal ends. */
export function endsOfChains(chains: readonly Position[][]): Float64Array {
  const ends = new Float64Array(SEGMENT * edgesIn(chains));
  let at = 0;
  for (const chain of chains)
    for (let i = chain.length === 1 ? 0 : 1; i < chain.length; i++) {
      const a = chain[Math.max(0, i - 1)]!;
      const b = chain[i]!;
      ends[at++] = a[0];
      ends[at++] = a[1];
      ends[at++] = b[0];
      ends[at++] = b[1];
    }
  return ends;
}

export function edgesIn(chains: readonly Position[][]): number {
  let edges = 0;
  for (const { length } of chains) edges += Math.max(1, length - 1);
  return edges;
}
