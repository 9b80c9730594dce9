import { ask, type Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';

const MAX_KNOWN = 1000;
/** Of this thread, by space and time, the one used last at the end: versions that were followed by one of later. */
const known = new Map<string, number>();

type TimedReader = Pick<HistoryReader, 'key' | 'versions' | 'timesOf'>;

/**
 * The version that a space was at at a time, in milliseconds; undefined where none was there yet, where it has expired, or
 * where it is of before times were noted. Whoever looks at a map of a time asks for many tiles of it: what was found stays true
 * once there is a later version, of a later time.
 */
export function* versionAt(reader: TimedReader, time: number): Effect<number | undefined> {
  const { oldest, latest } = yield* ask(() => reader.versions());
  const first = Math.max(1, oldest);
  const key = `${reader.key} ${time}`;
  const before = known.get(key);
  if (before !== undefined && before >= first) {
    keep(key, before);
    return before;
  }
  const found = yield* searched(reader, time, first, latest);
  if (found !== undefined && found < latest) keep(key, found);
  return found;
}

/** Times never go back, so that half of the versions are left out with each look. */
function* searched(
  reader: TimedReader,
  time: number,
  oldest: number,
  latest: number,
): Effect<number | undefined> {
  let [first, last] = [oldest, latest];
  let found: number | undefined;
  while (first <= last) {
    const middle = Math.floor((first + last) / 2);
    const madeAt = (yield* ask(() => reader.timesOf([middle]))).get(middle);
    if (madeAt !== undefined && madeAt > time) last = middle - 1;
    else {
      found = madeAt === undefined ? undefined : middle;
      first = middle + 1;
    }
  }
  return found;
}

function keep(key: string, version: number): void {
  known.delete(key);
  known.set(key, version);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
}
