import { hash } from 'node:crypto';

const LONGEST_KEY = 400;

/**
 * A text of a client (an id, a tag, a name) as it is looked up. PostgreSQL's text knows no U+0000 and its indexes take
 * no long texts; such texts are looked up by their hash. All others are their own key, so there is no way back.
 */
export function toKey(text: string): string {
  const isPlain = text.length <= LONGEST_KEY && !text.startsWith('\\') && !text.includes('\0');
  return isPlain ? text : `\\${hash('sha256', text, 'hex')}`;
}

/** An array as PostgreSQL reads it: `{"a","b \"c\""}`. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** The same for numbers, which need no quotes. */
export function numberArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The numbers of a list that the database has joined with commas; null where it found none. */
export function listedNumbers(list: string | null): number[] {
  return list === null ? [] : list.split(',').map(Number);
}
