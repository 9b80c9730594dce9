import { propertyPath } from '@meridian/filter';
import {
  Fault,
  type ReadableSpace,
  type ReadTicket,
  type Statistics,
  type TimeExtent,
  type TimeProperties,
} from '@meridian/hub';
import { MAX_ITEMS } from './items.limits.ts';
import { type TimeFormats, timeFormats } from './time-formats.ts';
import { VersionCache } from './version-cache.ts';

/** Finding out from when to when features are may take so long. */
const MAX_TIME_EXTENT_MS = 1000;

/**
 * What is known of spaces at their present version. Every request for items needs to know the properties; reading them again
 * each time would be one more read of the store each time.
 */
export class SpaceStatistics {
  readonly #statistics = new VersionCache<Statistics>();
  readonly #times = new VersionCache<TimeExtent | undefined>();
  readonly #formats = new VersionCache<TimeFormats>();

  of(space: ReadableSpace, ticket: ReadTicket): Promise<Statistics> {
    return this.#statistics.of(space, '', () => space.statistics(unaborted(ticket)));
  }

  /** Which properties are times. */
  timeFormatsOf(space: ReadableSpace, ticket: ReadTicket): Promise<TimeFormats> {
    return this.#formats.of(space, '', () => timeFormats(space, unaborted(ticket)));
  }

  /** From when to when its features are; undefined where it has no time, or finding out would cost too much. */
  async timeExtentOf(space: ReadableSpace, ticket: ReadTicket): Promise<TimeExtent | undefined> {
    const { time } = space.info;
    return time && this.#times.of(space, JSON.stringify(time), () => timeExtent(space, time, ticket));
  }
}

async function timeExtent(
  space: ReadableSpace,
  { start, end }: TimeProperties,
  ticket: ReadTicket,
): Promise<TimeExtent | undefined> {
  const [from, to] = [propertyPath(start), end === undefined ? undefined : propertyPath(end)];
  if (!from || (end !== undefined && !to)) return undefined;
  const timeLimitMs = Math.min(ticket.timeLimitMs, MAX_TIME_EXTENT_MS);
  try {
    return await space.timeExtent(
      { start: from, ...(to ? { end: to } : {}), maxRows: MAX_ITEMS },
      { ...unaborted(ticket), timeLimitMs },
    );
  } catch (error) {
    // Cached as what is not known: it would take as long again.
    if (error instanceof Fault && error.kind === 'timeout') return {};
    throw error;
  }
}

/** Others may wait for the result: the first who asked for it may leave. */
function unaborted(ticket: ReadTicket): ReadTicket {
  return { ...ticket, signal: new AbortController().signal };
}
