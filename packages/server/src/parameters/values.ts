import { invalid } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';

export function readBoolean(query: QueryString, ...names: string[]): boolean | undefined {
  const sent = query.sent(...names);
  if (sent === undefined) return undefined;
  const { name, value } = sent;
  const lower = value.toLowerCase();
  if (lower !== 'true' && lower !== 'false')
    throw invalid(`${name} must be true or false, not ${JSON.stringify(value)}`);
  return lower === 'true';
}

export function readInteger(
  query: QueryString,
  names: string | readonly string[],
  from: number,
  to: number,
): number | undefined {
  const sent = query.sent(...[names].flat());
  if (sent === undefined) return undefined;
  const { name, value } = sent;
  const number = Number(value);
  if (!/^-?\d{1,16}$/.test(value) || number < from || number > to)
    throw invalid(`${name} must be a whole number from ${from} to ${to}, not ${JSON.stringify(value)}`);
  return number;
}

/** Each digit can be matched in one way only, so that a long number that is none is refused in linear time. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export function readNumber(query: QueryString, name: string, from: number, to: number): number | undefined {
  const value = query.one(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!DECIMAL.test(value) || !(number >= from && number <= to))
    throw invalid(`${name} must be a number from ${from} to ${to}, not ${JSON.stringify(value)}`);
  return number;
}

export function readChoice<T extends string>(
  query: QueryString,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = query.one(name);
  if (value === undefined) return undefined;
  if (!choices.includes(value as T))
    throw invalid(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`);
  return value as T;
}
