import { SEGMENT, SegmentTree } from '../planar/segment-tree.ts';
import { EDGE, type Edges, writeEdge } from './edges.ts';
import { RADIANS } from './ellipsoid.ts';

/** From one band to the next towards a pole a degree of longitude is shorter by this. */
const SHORTER = 0.8;
const BANDS = 50;
/** Latitudes at which edges are cut: within a band a degree of longitude is about as long everywhere. */
const CUTS = Array.from({ length: BANDS }, (_, i) => Math.acos(SHORTER ** (i + 1)) / RADIANS);

/** Edges cut at latitudes, and a tree of what became of them. */
export type BandedEdges = { tree: SegmentTree; edges: Edges };

export function bandedEdges(source: Edges): BandedEdges {
  const ends: number[] = [];
  for (let at = 0; at < source.count * EDGE; at += EDGE) cutAtBands(source.data, at, ends);
  const tree = new SegmentTree(Float64Array.from(ends));
  const count = ends.length / SEGMENT;
  const data = new Float64Array(count * EDGE);
  for (let i = 0; i < count; i++) {
    const [ax, ay, bx, by] = tree.segments.subarray(i * SEGMENT, (i + 1) * SEGMENT);
    writeEdge(data, i * EDGE, ax!, ay!, bx!, by!);
  }
  return { tree, edges: { data, count } };
}

function cutAtBands(data: Float64Array, at: number, ends: number[]): void {
  const [ax, ay, bx, by] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
  const parts: number[] = [0, 1];
  for (const cut of CUTS)
    for (const latitude of [cut, -cut])
      if (ay < latitude !== by < latitude) parts.push((latitude - ay) / (by - ay));
  parts.sort((one, other) => one - other);
  for (let i = 1; i < parts.length; i++) {
    const [from, to] = [parts[i - 1]!, parts[i]!];
    if (from === to && i > 1) continue;
    ends.push(ax + from * (bx - ax), ay + from * (by - ay), ax + to * (bx - ax), ay + to * (by - ay));
  }
}
