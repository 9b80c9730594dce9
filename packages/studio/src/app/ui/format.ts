import { computed } from '@preact/signals';
import { locale, t } from '../strings.ts';

const numbers = (options?: Intl.NumberFormatOptions) =>
  computed(() => new Intl.NumberFormat(locale.value, options));

const number = numbers();
const tenths = numbers({ maximumFractionDigits: 1 });
const exactTenths = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const threeDigits = numbers({ minimumSignificantDigits: 3, maximumSignificantDigits: 3, useGrouping: false });
const fourDigits = numbers({ maximumSignificantDigits: 4 });
const day = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }));
const moment = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }),
);
const utcDay = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const utcMoment = computed(
  () => new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const relative = computed(() => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }));

export function formatCount(count: number): string {
  return number.value.format(count);
}

/** 12345.678 → `12,345.7`; 0.123456 → `0.1235` */
export function formatNumber(value: number): string {
  return (Math.abs(value) >= 1000 ? tenths : fourDigits).value.format(value);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 1234567 → `1.2 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  const written =
    power === 0 || value >= 100 ? number.value.format(Math.round(value)) : exactTenths.value.format(value);
  return `${written} ${UNITS[power]}`;
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
];

/** `3 hours ago`; what is older than a month as a date. */
export function formatAgo(time: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - time) / 1000);
  if (seconds > 30 * 86400) return day.value.format(time);
  const [unit, size] = STEPS.findLast(([, least]) => seconds >= least) ?? ['second', 1];
  return unit === 'second' ? t.justNow : relative.value.format(-Math.floor(seconds / size), unit);
}

export function formatMoment(time: number): string {
  return moment.value.format(time);
}

export function formatDay(time: number): string {
  return day.value.format(time);
}

/** A time of the data, which is the same for all who look at it. */
export function formatUtc(time: number, as: 'day' | 'moment'): string {
  return (as === 'day' ? utcDay : utcMoment).value.format(time);
}

/** 1234.5 → `1.23 km` */
export function formatDistance(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${threeDigits.value.format(metres / 1000)} km`;
}

export { shortText } from '../../language/short-text.ts';
export { formatValue } from './format-value.ts';
