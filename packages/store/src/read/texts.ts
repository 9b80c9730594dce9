import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery, FeatureView } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import type { Chunk } from './chunk.ts';
import { ask, type Effect } from './effect.ts';
import { encode } from './feature-sink.ts';
import { withoutNamespaces } from './hidden-namespaces.ts';
import { meeting } from './row-filter.ts';
import type { Access, Batch, FoundTexts, RowReader } from './row-reader.ts';
import type { ReadEnd } from './row-sink.ts';
import { scan } from './scan.ts';

/**
 * Nothing is decoded that need not be: the engine joins the stored texts and hands over bytes, out of which namespaces are cut
 * if they are to be hidden.
 */
export function* joinedTexts(
  reader: RowReader,
  { filter, part, limit, after, view }: FeatureQuery,
  area: AreaTest | undefined,
): Effect<ReadEnd, Chunk> {
  let left = limit;
  let last = after;
  let more = false;
  /** Handed over before the next batch is read, or with the end. */
  let ready: Chunk | undefined;
  const query = { filter, area, ...(part && { part }) };
  yield* scan<Chunk>(reader, query, { after, limit, left: () => left }, function* (access, batch) {
    yield ready;
    const stored = yield* access.texts?.(batch, left) ?? textsOfRows(access, area, batch, left);
    const found =
      (view.hidesNamespace ? hidden(stored) : stored) ??
      (yield* textsOfRows(access, area, batch, left, view));
    ready = found.chunk;
    if (found.shown > 0) last = found.lastShown;
    left -= found.shown;
    more = found.more;
    return more ? 'stop' : found;
  });
  return { more, last, shown: limit - left, chunk: ready };
}

/** Without namespaces; undefined where rows must be looked at one by one. */
function hidden(found: FoundTexts): FoundTexts | undefined {
  const chunk = found.chunk && withoutNamespaces(found.chunk, found.shown);
  return found.chunk && !chunk ? undefined : { ...found, chunk };
}

/** For engines that do not join texts, and for texts that have to be taken apart. */
function* textsOfRows(
  access: Access,
  area: AreaTest | undefined,
  batch: Batch,
  left: number,
  view: FeatureView = {},
): Effect<FoundTexts> {
  const { rows, ...found } = yield* ask(() => access.rows(batch));
  const passing = yield* meeting(rows, area);
  const shown = passing.slice(0, left);
  return {
    ...found,
    chunk: shown.length > 0 ? encode(shown.map((row) => showRow(row, view))) : undefined,
    shown: shown.length,
    lastShown: shown.at(-1)?.seq ?? 0,
    more: passing.length > left,
  };
}
