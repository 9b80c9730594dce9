import { invalid, type SortCursor } from '@meridian/hub';

const MAX_DIGITS = 20_000;

/**
 * The cursor at which a sorted page ended, as the decimal number that handles are: the digits are those of its JSON
 * text read as one large number. It names values rather than a count, so that writes between pages shift nothing.
 */
export function writeSortedHandle({ seq, values }: SortCursor): string {
  const hex = Buffer.from(JSON.stringify([seq, values])).toString('hex');
  return BigInt(`0x${hex}`).toString();
}

export function readSortedHandle(handle: string | undefined, keys: number): SortCursor | undefined {
  if (handle === undefined || handle === '0') return undefined;
  const [seq, values] = decode(handle);
  if (!Number.isSafeInteger(seq) || !Array.isArray(values) || values.length !== keys)
    throw invalid(
      `handle must be one that an earlier page of the same sort gave, not ${JSON.stringify(handle.slice(0, 100))}`,
    );
  return { seq: seq as number, values };
}

function decode(handle: string): unknown[] {
  if (!/^\d+$/.test(handle) || handle.length > MAX_DIGITS) return [];
  const hex = BigInt(handle).toString(16);
  try {
    const cursor: unknown = JSON.parse(Buffer.from(hex, 'hex').toString());
    return Array.isArray(cursor) ? cursor : [];
  } catch {
    return [];
  }
}
