import { invalid, type SortCursor, type StreamEnd } from '@meridian/hub';

/** Where a page begins: behind an insertion number, or if sorted behind a position among the values. */
export type PageStart = number | SortCursor;

/** A page: where it begins, and where those before it began, the nearest last. */
export type PageCursor = { start: PageStart; before: PageStart[] };

export const FIRST_PAGE: PageCursor = { start: 0, before: [] };

/** A cursor travels in addresses: of many pages before, the oldest are forgotten. */
const MAX_CHARS = 1500;
/** Nobody sends us a longer one that is ours: a position among values has up to 200 characters of each. */
const MAX_READ_CHARS = 16_000;

/** Opaque: base64url of JSON. Pages go on behind features, not behind counts: writes between pages shift nothing. */
export function writeCursor({ start, before }: PageCursor): string {
  for (let from = 0; ; from++) {
    const text = Buffer.from(JSON.stringify([start, ...before.slice(from)])).toString('base64url');
    if (text.length <= MAX_CHARS || from >= before.length) return text;
  }
}

/** `keys`: how many values the page is sorted by. */
export function readCursor(text: string | undefined, keys: number): PageCursor {
  if (text === undefined) return FIRST_PAGE;
  const starts = text.length <= MAX_READ_CHARS ? parse(text) : undefined;
  if (!Array.isArray(starts) || starts.length === 0 || !starts.every((start) => isStart(start, keys)))
    throw invalid(
      `cursor must be one that a link "next" or "prev" of the same query has, not ${JSON.stringify(text.slice(0, 100))}`,
    );
  const [start, ...before] = starts as [PageStart, ...PageStart[]];
  return { start, before };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function isStart(value: unknown, keys: number): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 && (keys === 0 || value === 0);
  if (typeof value !== 'object' || value === null || keys === 0) return false;
  const { seq, values } = value as Partial<SortCursor>;
  return Number.isSafeInteger(seq) && Array.isArray(values) && values.length === keys;
}

/** The page behind one that ended so; undefined where there is none. */
export function nextCursor(
  cursor: PageCursor,
  { more, last, lastSorted }: StreamEnd,
): PageCursor | undefined {
  return more ? { start: lastSorted ?? last, before: [...cursor.before, cursor.start] } : undefined;
}

/** The page before; undefined on the first, and where it has been forgotten. */
export function previousCursor({ before }: PageCursor): PageCursor | undefined {
  const start = before.at(-1);
  return start === undefined ? undefined : { start, before: before.slice(0, -1) };
}
