import Flatbush from 'flatbush';
import type { Position } from '../geojson.ts';
import { type Effort, effortFor } from './effort.ts';
import { boxOfPart, type Part } from './parts.ts';
import { RingIndex } from './ring-index.ts';
import { ringsCover } from './rings.ts';
import { edgesIn } from './segments-of.ts';

/** So many starts held against so many edges one by one are a moment's work. */
const FEW_PAIRS = 200_000;

/** Whether a polygon among `areas` has the start of one of the chains in it: if their edges do not meet, all of it. */
export function someStartCovered(parts: readonly Part[], areas: readonly Part[]): boolean {
  const polygons = areas.filter(({ dimension }) => dimension === 2);
  if (polygons.length === 0) return false;
  const starts = parts.flatMap(({ chains }) => chains.map(([start]) => start!));
  const edges = polygons.reduce((sum, { chains }) => sum + edgesIn(chains), 0);
  if (starts.length * edges <= FEW_PAIRS)
    return polygons.some(({ chains }) => starts.some(([x, y]) => ringsCover(chains, x, y)));
  return someOfManyCovered(starts, polygons, effortFor(starts.length + edges));
}

/** Each polygon is asked for the starts in its box. Where all effort is spent, what was not found is taken for outside. */
function someOfManyCovered(starts: Position[], polygons: Part[], effort: Effort): boolean {
  const tree = new Flatbush(starts.length);
  for (const [x, y] of starts) tree.add(x, y);
  tree.finish();
  for (const polygon of polygons) {
    const { west, south, east, north } = boxOfPart(polygon);
    const inBox = tree.search(west, south, east, north);
    if (inBox.length > 0 && coversOne(polygon.chains, starts, inBox, effort)) return true;
    if (effort.left < 0) return false;
  }
  return false;
}

function coversOne(rings: Position[][], starts: Position[], among: number[], effort: Effort): boolean {
  const edges = edgesIn(rings);
  const index = among.length * edges > FEW_PAIRS ? new RingIndex(rings) : undefined;
  return among.some((at) => {
    if (effort.left < 0) return false;
    const [x, y] = starts[at]!;
    if (index) return index.covers(x, y, effort);
    effort.left -= edges;
    return ringsCover(rings, x, y);
  });
}
