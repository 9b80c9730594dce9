import type { BBox } from '@meridian/geo';
import type { AggregateEnd } from './query/aggregate.ts';
import type { ChangeCursor, SortCursor } from './query/query.ts';

/** Of a count that may read so many rows at most: not complete where more would have to be read. */
export type CountResult = { count: number; isComplete: boolean };

/** From when to when features are, in milliseconds since 1970; without one of them, open or not known on that side. */
export type TimeExtent = { from?: number; to?: number };

/** A feature of a composite space, the numbers of the spaces it comes from, and when it was last written. */
export type Located = { id: string; origins: number[]; updatedAt: number };

/** The box around all features; not exact where too many of them share its edge. */
export type Extent = { bbox: BBox; exact: boolean };

/** A list of which only the most frequent entries may be there. */
export type Listing<T> = { value: T[]; complete: boolean };

export type Statistics = {
  count: number;
  bytes: number;
  /** Where several spaces have the same ids, what of it is exact; absent = all of it. */
  exact?: { count: boolean; bytes: boolean; geometryTypes: boolean };
  extent: Extent | undefined;
  geometryTypes: string[];
  /** Whether features without a geometry may be there. */
  someWithoutGeometry: boolean;
  tags: Listing<{ key: string; count: number }>;
  properties: Listing<{ key: string; count: number; datatype: string }>;
};

/** How many changes of features a history holds, and the bytes of the states it retains, the present ones included. */
export type HistorySize = { count: number; bytes: number; exactBytes: boolean };

/** So many past states are looked at to know how large they are. */
export const SAMPLED_STATES = 10_000;

/** `present`: the bytes of the features that are there; `states`, `bytes`: of the past states, those that were looked at. */
export function historySize(found: {
  count: number;
  present: number;
  states: number;
  bytes: number;
}): HistorySize {
  const { count, present, states, bytes } = found;
  if (states < SAMPLED_STATES) return { count, bytes: present + bytes, exactBytes: true };
  return { count, bytes: Math.max(present + bytes, Math.round((bytes / states) * count)), exactBytes: false };
}

/**
 * How a stream of features ended, and where to go on if there is `more`: behind `last`, if sorted behind `lastSorted`,
 * among changes behind `lastChange`. `shown`: how many features it had, where they were counted. `aggregate` is there
 * where groups were asked for.
 */
export type StreamEnd = {
  more: boolean;
  last: number;
  lastSorted?: SortCursor;
  lastChange?: ChangeCursor;
  shown?: number;
  /** Which part of the features it was made of, where that is less than 1: derived data is being built. */
  building?: number;
  aggregate?: AggregateEnd;
};

/**
 * The versions of a space: features can be read as they were in `oldest` to `latest`, changes from `oldestChanges` on
 * (which is above `latest` where none are known).
 */
export type VersionRange = { oldest: number; oldestChanges: number; latest: number };
