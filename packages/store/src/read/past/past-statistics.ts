import { boxOf, emptyBBox, extendBy, isEmptyBBox } from '@meridian/geo';
import { readFeatureText } from '../../model/feature/feature-text.ts';
import { NO_FILTER } from '../../model/query/query.ts';
import type { Statistics } from '../../model/results.ts';
import { listStatistics } from '../../model/statistics/list-statistics.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { HistoryReader, RowReader } from '../row-reader.ts';
import { scannedRows } from '../scan.ts';
import { readerAt } from './past-reader.ts';

const MAX_KNOWN = 8;
/** Of this thread, by space and version, the one used last at the end. A version never changes. */
const known = new Map<string, Statistics>();

/**
 * The statistics of a space, or of a version of it: these are not maintained, so that every feature of it is looked at, once.
 */
export function* statisticsAt(reader: HistoryReader, version: number | undefined): Effect<Statistics> {
  // Nothing is begun for a client that has left by now.
  yield undefined;
  if (version === undefined) return yield* ask(() => reader.statistics());
  const past = yield* readerAt(reader, version);
  const key = `${reader.key} ${version}`;
  const statistics = known.get(key) ?? (yield* computed(past));
  known.delete(key);
  known.set(key, statistics);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  return statistics;
}

function* computed(past: RowReader): Effect<Statistics> {
  const counts = new StatsDelta();
  const bbox = emptyBBox();
  yield* forEach(scannedRows(past, { filter: NO_FILTER }, { after: 0 }), function* (rows) {
    for (const row of rows) {
      const { feature } = readFeatureText(row.id, row);
      counts.add(feature, Buffer.byteLength(row.text), 1);
      if (!feature.geometry) continue;
      const box = boxOf(feature.geometry);
      if (!isEmptyBBox(box)) extendBy(bbox, box);
    }
    yield undefined;
  });
  return listStatistics(counts, isEmptyBBox(bbox) ? undefined : { bbox, exact: true });
}
