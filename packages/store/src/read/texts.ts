import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery } from '../model/query/query.ts';
import type { Chunk } from './chunk.ts';
import type { Effect } from './effect.ts';
import type { RowReader } from './row-reader.ts';
import type { ReadEnd } from './row-sink.ts';
import { scan } from './scan.ts';

/** Nothing is decoded that need not be: the engine joins the stored texts and hands over bytes. */
export function* joinedTexts(
  reader: RowReader,
  { filter, part, limit, after }: FeatureQuery,
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
    const found = yield* access.texts(batch, left);
    ready = found.chunk;
    if (found.shown > 0) last = found.lastShown;
    left -= found.shown;
    more = found.more;
    return more ? 'stop' : found;
  });
  return { more, last, shown: limit - left, chunk: ready };
}
