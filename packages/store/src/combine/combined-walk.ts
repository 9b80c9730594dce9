import type { AreaTest } from '../query/area.ts';
import { StoredFeature } from '../query/match.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { encode } from '../read/feature-work.ts';
import { type Read, sampledFrom, sampledPart, workOf } from '../read/row-read.ts';
import { type Walk, workThrough } from '../read/row-work.ts';
import type { Node } from './combination.ts';
import { combinedCount } from './combined-reads.ts';
import { combinedRows } from './combined-rows.ts';
import { combinedSort } from './combined-sort.ts';
import { type Asking, type RowSource, resolved } from './row-source.ts';

/** Any read of a combination, for engines whose reads are done when they return. */
export function* combinedWalk(
  node: Node,
  sources: readonly RowSource[],
  read: Read,
  area: AreaTest | undefined,
): Walk {
  const { query } = read;
  if (read.kind === 'features' && read.query.sort.length > 0)
    return yield* sortedWalk(node, sources, read.query, area);
  const counted = { filter: query.filter, area };
  const count = sampledFrom(read) === Infinity ? 0 : yield* steps(combinedCount(node, sources, counted));
  const work = workOf(read, { area, part: sampledPart(read, count) });
  const [part, after] = read.kind === 'features' ? [read.query.part, read.query.after] : [undefined, 0];
  const rows = combinedRows(node, sources, { ...counted, ...(part ? { part } : {}) }, after);
  return yield* workThrough(resolved(rows), work);
}

function* sortedWalk(
  node: Node,
  sources: readonly RowSource[],
  query: Extract<Read, { kind: 'features' }>['query'],
  area: AreaTest | undefined,
): Walk {
  const pages = resolved(combinedSort(node, sources, query, area));
  const isPlain = isPlainView(query.view);
  for (;;) {
    const { value, done } = pages.next();
    if (done) return value;
    const texts = value.map((row) =>
      isPlain ? row.text : showFeature(new StoredFeature(row.id, row), query.view, row.hasZ === 1),
    );
    yield texts.length > 0 ? encode(texts) : undefined;
  }
}

/** Work that finds no rows, in steps that tell nothing. */
export function* steps<T>(work: Asking<T>): Generator<undefined, T, void> {
  const pieces = resolved(work);
  for (;;) {
    const { value, done } = pieces.next();
    if (done) return value;
    yield undefined;
  }
}
