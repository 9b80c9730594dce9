import type { ExpressionSpecification } from 'maplibre-gl';
import { quotedProperty } from '../filter/layer-filter.ts';

/** How a property says when: texts by ISO 8601, milliseconds or seconds since 1970, years, or numbers of any kind. */
export const TIME_UNITS = ['text', 'milliseconds', 'seconds', 'year', 'number'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** The property with the time of features, and the earliest and the latest of all, on the axis of its unit. */
export type TimeBy = { property: string; unit: TimeUnit; low: number; high: number };

/** From (included) to (not included), on the axis; without a limit where all is shown. */
export type Limits = { from?: number; to?: number };

/** Of the Gregorian calendar, on average. */
const YEAR_MS = 365.2425 * 86_400_000;
const ISO = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** Reads a stored one; undefined where something is wrong with it. */
export function readTimeBy(value: unknown): TimeBy | undefined {
  const { property, unit, low, high } = Object(value) as Record<string, unknown>;
  const known = TIME_UNITS.find((name) => name === unit);
  return typeof property === 'string' &&
    property !== '' &&
    known &&
    isNumber(low) &&
    isNumber(high) &&
    low < high
    ? { property, unit: known, low, high }
    : undefined;
}

/** The axis of two values of a property, the lowest and the highest; undefined where they are no times. */
export function timeBy(property: string, lowest: unknown, highest: unknown): TimeBy | undefined {
  if (typeof lowest === 'string' && typeof highest === 'string') {
    const [low, high] = [parseTime(lowest), parseTime(highest)];
    return readTimeBy({ property, unit: 'text', low, high });
  }
  if (!isNumber(lowest) || !isNumber(highest)) return undefined;
  const unit = unitOf(lowest, highest);
  return readTimeBy({ property, unit, low: toAxis(unit, lowest), high: toAxis(unit, highest) });
}

/** What numbers between these two are likely to be. */
function unitOf(low: number, high: number): TimeUnit {
  const isWithin = (from: number, to: number) => low >= from && high <= to;
  if (isWithin(1000, 3000)) return 'year';
  if (isWithin(1e8, 1e10)) return 'seconds';
  return isWithin(1e11, 1e13) ? 'milliseconds' : 'number';
}

/** `2024-05-01T12:00` → milliseconds since 1970; without a zone it is UTC. */
export function parseTime(text: string): number | undefined {
  if (!ISO.test(text)) return undefined;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
  const time = Date.parse(text.includes('T') && !hasZone ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

function toAxis(unit: TimeUnit, value: number): number {
  if (unit === 'seconds') return value * 1000;
  return unit === 'year' ? (value - 1970) * YEAR_MS : value;
}

function fromAxis(unit: TimeUnit, at: number): number {
  if (unit === 'seconds') return at / 1000;
  // A year is a whole number, which the way there and back must not change.
  return unit === 'year' ? Number((1970 + at / YEAR_MS).toFixed(6)) : at;
}

/** The year of a place on the axis of years. */
export function yearAt(at: number): number {
  return Math.round(fromAxis('year', at));
}

/** What a map shows within limits of time. What has no time is not within any. */
export function timeFilter(time: TimeBy, limits: Limits): ExpressionSpecification[] {
  const { from, to } = limitValues(time, limits);
  if (from === undefined && to === undefined) return [];
  const value: ExpressionSpecification = ['get', time.property];
  const isText = time.unit === 'text';
  const comparable: ExpressionSpecification = isText ? ['to-string', value] : ['to-number', value];
  return [
    ['==', ['typeof', value], isText ? 'string' : 'number'],
    ...(from === undefined ? [] : [['>=', comparable, from] as ExpressionSpecification]),
    ...(to === undefined ? [] : [['<', comparable, to] as ExpressionSpecification]),
  ];
}

/** The same as conditions in CQL2, for what the hub counts. */
export function timeConditions(time: TimeBy, limits: Limits): string[] {
  const name = quotedProperty(time.property);
  const { from, to } = limitValues(time, limits);
  const written = (value: string | number) => (typeof value === 'string' ? `'${value}'` : String(value));
  return [
    ...(from === undefined ? [] : [`${name} >= ${written(from)}`]),
    ...(to === undefined ? [] : [`${name} < ${written(to)}`]),
  ];
}

/** Limits as values of the property. */
function limitValues(
  { unit }: TimeBy,
  { from, to }: Limits,
): { from?: string | number; to?: string | number } {
  const value = (at: number) => (unit === 'text' ? isoText(at) : fromAxis(unit, at));
  return {
    ...(from === undefined ? {} : { from: value(from) }),
    ...(to === undefined ? {} : { to: value(to) }),
  };
}

/**
 * A time as a text that others are compared with, letter by letter: without what is zero at its end, as `2024-05-01` would be less than
 * `2024-05-01T00:00:00Z`.
 */
function isoText(at: number): string {
  return new Date(Math.round(at))
    .toISOString()
    .replace(/Z$/, '')
    .replace(/\.000$/, '')
    .replace(/T00:00:00$/, '');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
