import { ask, type Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';

/**
 * The version that a space was at at a time, in milliseconds; undefined where none was there yet, where it has expired, or
 * where it is of before times were noted. Times never go back, so that half of the versions are left out with each look.
 */
export function* versionAt(
  reader: Pick<HistoryReader, 'versions' | 'timeOf'>,
  time: number,
): Effect<number | undefined> {
  const { oldest, latest } = yield* ask(() => reader.versions());
  let [first, last] = [Math.max(1, oldest), latest];
  let found: number | undefined;
  while (first <= last) {
    const middle = Math.floor((first + last) / 2);
    const madeAt = yield* ask(() => reader.timeOf(middle));
    if (madeAt !== undefined && madeAt > time) last = middle - 1;
    else {
      found = madeAt === undefined ? undefined : middle;
      first = middle + 1;
    }
  }
  return found;
}
