import { invalid } from '../fault.ts';
import type { TimeUnit } from './aggregate.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Beyond these a date has no four digits of a year. */
const FIRST = Date.UTC(0, 0, 1) - 1900 * 365.2425 * DAY;
const LAST = Date.UTC(10_000, 0, 1);
/** Offsets change on quarters of an hour. */
const OFFSET_STEP = 15 * MINUTE;

/** The name of a bucket, and what it is ordered by among those of its unit. */
export type TimeBucket = { name: string; order: number | string };

/** Names of times by year, month, …, minute in a time zone: of 2024-05-01T10:30Z by month, `2024-05`. */
export class TimeBuckets {
  readonly #unit: TimeUnit;
  readonly #format: Intl.DateTimeFormat | undefined;
  /** The offset in a quarter of an hour. */
  readonly #offsets = new Map<number, number>();

  constructor(unit: TimeUnit, timeZone: string) {
    this.#unit = unit;
    this.#format = timeZone === 'UTC' ? undefined : formatOf(timeZone);
  }

  /** Undefined where it is out of the years 0 to 9999. Of the hour that comes twice in autumn, the name of the later is less. */
  bucketOf(ms: number): TimeBucket | undefined {
    const name = this.nameOf(ms);
    if (name === undefined) return undefined;
    const hasOffset = this.#unit === 'hour' || this.#unit === 'minute';
    return { name, order: hasOffset ? this.#startOf(ms) : name };
  }

  /** Of an hour or a minute. */
  #startOf(ms: number): number {
    const size = this.#unit === 'hour' ? 60 * MINUTE : MINUTE;
    const offset = this.#format ? this.#offsetAt(ms) : 0;
    return Math.floor((ms + offset) / size) * size - offset;
  }

  /** Undefined where it is out of the years 0 to 9999. */
  nameOf(ms: number): string | undefined {
    if (!(ms >= FIRST && ms < LAST)) return undefined;
    const offset = this.#format ? this.#offsetAt(ms) : 0;
    const date = new Date(ms + offset);
    const year = date.getUTCFullYear();
    if (year < 0 || year > 9999) return undefined;
    const text = date.toISOString();
    switch (this.#unit) {
      case 'year':
        return text.slice(0, 4);
      case 'quarter':
        return `${text.slice(0, 4)}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
      case 'month':
        return text.slice(0, 7);
      case 'week':
        return weekOf(date);
      case 'day':
        return text.slice(0, 10);
      case 'hour':
        return `${text.slice(0, 13)}:00${offsetText(offset)}`;
      case 'minute':
        return text.slice(0, 16) + offsetText(offset);
    }
  }

  #offsetAt(ms: number): number {
    const step = Math.floor(ms / OFFSET_STEP);
    let offset = this.#offsets.get(step);
    if (offset === undefined) {
      offset = offsetOf(this.#format!, step * OFFSET_STEP);
      if (this.#offsets.size > 100_000) this.#offsets.clear();
      this.#offsets.set(step, offset);
    }
    return offset;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    throw invalid(`timeZone must be a time zone such as Europe/Berlin, not ${JSON.stringify(timeZone)}`);
  }
}

/** A fault where there is no such time zone. */
export function checkTimeZone(timeZone: string): void {
  if (timeZone !== 'UTC') formatOf(timeZone);
}

/** `GMT+02:00`, `GMT-00:53:28`, `GMT` → milliseconds. */
function offsetOf(format: Intl.DateTimeFormat, ms: number): number {
  const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  if (sign === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds ?? 0) * 1000;
  return sign === '-' ? -size : size;
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The week of ISO 8601: it belongs to the year of its Thursday. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  const firstDay = new Date(0);
  firstDay.setUTCFullYear(year, 0, 1);
  const dayOfYear = Math.floor((thursday.getTime() - firstDay.getTime()) / DAY);
  const number = Math.floor(dayOfYear / 7) + 1;
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}
