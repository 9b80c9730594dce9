import { invalid, type SortCursor, type StreamEnd } from '@meridian/hub';

/**
 * Where a page begins: behind an insertion number, or if sorted behind a position among the values. Below zero it is among
 * the features that are nowhere, which come behind those in a box (`items.stream.ts`).
 */
export type PageStart = number | SortCursor;

/** Behind an insertion number among the features that are nowhere. */
export function startNowhere(seq: number): number {
  return -1 - seq;
}

/** That insertion number; undefined where a page begins elsewhere. */
export function seqNowhere(start: PageStart): number | undefined {
  return typeof start === 'number' && start < 0 ? -1 - start : undefined;
}

/** How much matches, as the first page found out: undefined where that was not worth its cost. */
export type Matched = { count: number | undefined; etag: string };

/** A page: where it begins, and where those before it began, the nearest last; what they know of how much there is. */
export type PageCursor = { start: PageStart; before: PageStart[]; matched?: Matched };

export const FIRST_PAGE: PageCursor = { start: 0, before: [] };

/** A cursor travels in addresses: of many pages before, the oldest are forgotten. */
const MAX_CHARS = 1500;
/** Nobody sends us a longer one that is ours: a position among values has up to 200 characters of each. */
const MAX_READ_CHARS = 16_000;

/** Opaque: base64url of JSON. Pages go on behind features, not behind counts: writes between pages shift nothing. */
export function writeCursor({ start, before, matched }: PageCursor): string {
  const known = matched && { matched: matched.count ?? null, etag: matched.etag };
  for (let from = 0; ; from++) {
    const written = { starts: [start, ...before.slice(from)], ...known };
    const text = Buffer.from(JSON.stringify(written)).toString('base64url');
    if (text.length <= MAX_CHARS || from >= before.length) return text;
  }
}

/** `keys`: how many values the page is sorted by. */
export function readCursor(text: string | undefined, keys: number): PageCursor {
  if (text === undefined) return FIRST_PAGE;
  const { starts, matched, etag } = text.length <= MAX_READ_CHARS ? parse(text) : {};
  const isKnown = typeof etag === 'string' && (matched === null || isCount(matched));
  if (
    !Array.isArray(starts) ||
    starts.length === 0 ||
    !starts.every((start) => isStart(start, keys)) ||
    !(isKnown || (matched === undefined && etag === undefined))
  )
    throw invalid(
      `cursor must be one that a link "next" or "prev" of the same query has, not ${JSON.stringify(text.slice(0, 100))}`,
    );
  const [start, ...before] = starts as [PageStart, ...PageStart[]];
  return { start, before, ...(isKnown ? { matched: { count: matched ?? undefined, etag } } : {}) };
}

function parse(text: string): { starts?: unknown; matched?: unknown; etag?: unknown } {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isStart(value: unknown, keys: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && (keys === 0 || value === 0);
  if (typeof value !== 'object' || value === null || keys === 0) return false;
  const { seq, values } = value as Partial<SortCursor>;
  return Number.isSafeInteger(seq) && Array.isArray(values) && values.length === keys;
}

/** The page behind one that ended so; undefined where there is none. */
export function nextCursor(
  { start, before }: PageCursor,
  { more, last, lastSorted }: StreamEnd,
  matched: Matched,
): PageCursor | undefined {
  return more ? { start: lastSorted ?? last, before: [...before, start], matched } : undefined;
}

/** The page before; undefined on the first, and where it has been forgotten. */
export function previousCursor({ before }: PageCursor, matched: Matched): PageCursor | undefined {
  const start = before.at(-1);
  return start === undefined ? undefined : { start, before: before.slice(0, -1), matched };
}
