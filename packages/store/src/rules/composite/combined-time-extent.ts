import { NO_FILTER, type TimeExtentQuery } from '../../model/query/query.ts';
import type { TimeExtent } from '../../model/results.ts';
import { askAndPause, type Effect, forEach } from '../../read/effect.ts';
import type { RowReader } from '../../read/row-reader.ts';
import { pathsOf, Times } from '../../read/time-extent.ts';
import { combinedRows } from './combined-rows.ts';
import type { Node } from './composite-source.ts';

/** From when to when the features of several spaces as one are; undefined where they are more than may be read. */
export function* combinedTimeExtent(
  node: Node,
  sources: readonly RowReader[],
  query: TimeExtentQuery,
): Effect<TimeExtent | undefined> {
  let rows = 0;
  for (const source of sources) rows += (yield* askAndPause(() => source.content())).count;
  if (rows > query.maxRows) return undefined;
  const paths = pathsOf(query);
  const times = new Times();
  yield* forEach(combinedRows(node, sources, { filter: NO_FILTER }, 0), function* (found) {
    times.takeRows(found, paths);
    yield undefined;
  });
  return times.extent;
}
