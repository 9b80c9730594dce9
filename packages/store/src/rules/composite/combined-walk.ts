import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { FeatureQuery } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import { encode } from '../../read/feature-work.ts';
import { countedArea, type Read, sampledFrom, sampledPart, workOf } from '../../read/row-read.ts';
import {
  type Chunk,
  type WaitingWalk,
  type Walk,
  workThrough,
  workThroughLater,
} from '../../read/row-work.ts';
import type { Node } from './combination.ts';
import { combinedCount } from './combined-reads.ts';
import { combinedRows } from './combined-rows.ts';
import { combinedSort } from './combined-sort.ts';
import { type Asking, awaited, type RowSource, resolved } from './row-source.ts';

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
  const { filter } = query;
  const counted = { filter, area: area && countedArea(read, area) };
  const count = sampledFrom(read) === Infinity ? 0 : yield* steps(combinedCount(node, sources, counted));
  const work = workOf(read, { area, part: sampledPart(read, count) });
  const [part, after] = read.kind === 'features' ? [read.query.part, read.query.after] : [undefined, 0];
  const rows = combinedRows(node, sources, { filter, area, ...(part ? { part } : {}) }, after);
  return yield* workThrough(resolved(rows), work);
}

function* sortedWalk(
  node: Node,
  sources: readonly RowSource[],
  query: Extract<Read, { kind: 'features' }>['query'],
  area: AreaTest | undefined,
): Walk {
  const pages = resolved(combinedSort(node, sources, query, area));
  for (;;) {
    const { value, done } = pages.next();
    if (done) return value;
    yield shown(value, query);
  }
}

function shown(rows: ReadRow[], { view }: FeatureQuery): Chunk | undefined {
  const isPlain = isPlainView(view);
  const texts = rows.map((row) =>
    isPlain ? row.text : showFeature(new StoredFeature(row.id, row), view, row.hasZ === 1),
  );
  return texts.length > 0 ? encode(texts) : undefined;
}

/** The same for engines that must wait. */
export async function* combinedWalkLater(
  node: Node,
  sources: readonly RowSource[],
  read: Read,
  area: AreaTest | undefined,
): WaitingWalk {
  if (read.kind === 'features' && read.query.sort.length > 0) {
    const pages = awaited(combinedSort(node, sources, read.query, area));
    for (;;) {
      const { value, done } = await pages.next();
      if (done) return value;
      yield shown(value, read.query);
    }
  }
  const { filter } = read.query;
  const counted = { filter, area: area && countedArea(read, area) };
  const count = sampledFrom(read) === Infinity ? 0 : await result(combinedCount(node, sources, counted));
  const work = workOf(read, { area, part: sampledPart(read, count) });
  const [part, after] = read.kind === 'features' ? [read.query.part, read.query.after] : [undefined, 0];
  const rows = combinedRows(node, sources, { filter, area, ...(part ? { part } : {}) }, after);
  return yield* workThroughLater(awaited(rows), work);
}

async function result<T>(work: Asking<T>): Promise<T> {
  const pieces = awaited(work);
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return value;
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
