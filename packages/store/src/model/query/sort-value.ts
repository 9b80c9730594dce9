import { hash } from 'node:crypto';
import { compareCodePoints } from '@meridian/filter';

/**
 * What groups are ordered by: numbers, texts, booleans, arrays and objects, nothing. It can stand in a handle, and two
 * values of groups are the same only if these are. `exact` has the digits of a number that a double does not hold.
 */
export type SortValue = number | string | boolean | null | { exact: string } | { json: string };

/** Longer texts are cut, with a digest of the whole, so that a handle stays short. */
const MAX_CHARS = 500;

export function sortableText(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  return `${text.slice(0, MAX_CHARS).toWellFormed()} ${hash('sha256', text, 'hex').slice(0, 16)}`;
}

export function isSortValue(value: unknown): value is SortValue {
  if (typeof value !== 'object' || value === null)
    return value === null || ['number', 'string', 'boolean'].includes(typeof value);
  const [entry, ...others] = Object.entries(value);
  return others.length === 0 && typeof entry?.[1] === 'string' && ['exact', 'json'].includes(entry[0]);
}

/** Nothing comes last whichever way the rest is sorted. */
export function compareSortValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = rankOf(a) - rankOf(b) || compareAlike(a, b);
  return descending ? -order : order;
}

function rankOf(value: Exclude<SortValue, null>): number {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  return 'exact' in value ? 0 : 3;
}

function compareAlike(a: Exclude<SortValue, null>, b: Exclude<SortValue, null>): number {
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'string') return compareCodePoints(a, b as string);
  if (typeof a === 'object' && 'json' in a) return compareCodePoints(a.json, (b as { json: string }).json);
  const [x, y] = [numberOf(a), numberOf(b as number | { exact: string })];
  return x < y ? -1 : x > y ? 1 : compareCodePoints(digitsOf(a), digitsOf(b as number | { exact: string }));
}

function numberOf(value: number | { exact: string }): number {
  // Of digits that were cut, those that are left are too many for a double.
  return typeof value === 'number' ? value : Number.parseFloat(value.exact);
}

/** Tells numbers apart whose nearest doubles are the same. */
function digitsOf(value: number | { exact: string }): string {
  return typeof value === 'number' ? '' : value.exact;
}
