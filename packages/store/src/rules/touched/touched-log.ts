import { type BBox, boxesMeet } from '@meridian/geo';
import { fewBoxes } from './touched-boxes.ts';

/** Where the versions from `first` to `last` changed features. */
export type TouchedEntry = { first: number; last: number; boxes: readonly BBox[] };

/** An entry as engines store it. */
export type StoredEntry = { first: number; last: number; boxes: string };

/** So many entries there are after old ones were merged. */
const MERGED_ENTRIES = 48;
/** They are merged whenever a version passes a multiple of this. */
const MERGED_EVERY = 32;

export function toStored({ first, last, boxes }: TouchedEntry): StoredEntry {
  const edges = boxes.map(({ west, south, east, north }) => [west, south, east, north]);
  return { first, last, boxes: JSON.stringify(edges) };
}

export function fromStored({ first, last, boxes }: StoredEntry): TouchedEntry {
  const edges: [number, number, number, number][] = JSON.parse(boxes);
  return { first, last, boxes: edges.map(([west, south, east, north]) => ({ west, south, east, north })) };
}

/**
 * The last version, up to this one, that may have changed what is in an area. `entries` have the oldest first; where they have
 * a gap, or do not reach further back, everything may have been changed there.
 */
export function lastTouched(
  entries: readonly TouchedEntry[],
  version: number,
  area: readonly BBox[],
): number {
  let at = version;
  for (let i = entries.findLastIndex(({ last }) => last <= version); i >= 0; i--) {
    const { first, last, boxes } = entries[i]!;
    if (last !== at || boxes.some((box) => area.some((other) => boxesMeet(box, other)))) return at;
    at = first - 1;
  }
  return at;
}

/** Whether a commit of these versions is one of those after which old entries are merged. */
export function isMergedAfter(first: number, last: number): boolean {
  return Math.floor(last / MERGED_EVERY) > Math.floor((first - 1) / MERGED_EVERY);
}

/**
 * The same log in a bounded number of entries: the older ones are united two by two, so that the oldest stand for most versions,
 * and what lies before a gap goes.
 */
export function merged(entries: readonly TouchedEntry[]): TouchedEntry[] {
  let log = entries.slice(entries.findLastIndex((entry, i) => entry.first - 1 !== entries[i - 1]?.last));
  while (log.length > MERGED_ENTRIES) {
    const pairs = Math.min(log.length - MERGED_ENTRIES, Math.floor(log.length / 2));
    const united = Array.from({ length: pairs }, (_, i) => unitedEntry(log[2 * i]!, log[2 * i + 1]!));
    log = [...united, ...log.slice(2 * pairs)];
  }
  return log;
}

function unitedEntry(older: TouchedEntry, newer: TouchedEntry): TouchedEntry {
  return { first: older.first, last: newer.last, boxes: fewBoxes([...older.boxes, ...newer.boxes]) };
}
