const number = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatCount(count: number): string {
  return number.format(count);
}

/** 12345.678 → `12,345.7`; 0.123456 → `0.1235` */
export function formatNumber(value: number): string {
  return Math.abs(value) >= 1000
    ? new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value)
    : String(Number(value.toPrecision(4)));
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 1234567 → `1.2 MB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
];

/** `3 hours ago`; what is older than a month as a date. */
export function formatAgo(time: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - time) / 1000);
  if (seconds > 30 * 86400) return day.format(time);
  const [unit, size] = STEPS.findLast(([, least]) => seconds >= least) ?? ['second', 1];
  return unit === 'second' ? 'just now' : relative.format(-Math.floor(seconds / size), unit);
}

export function formatMoment(time: number): string {
  return moment.format(time);
}

export function formatDay(time: number): string {
  return day.format(time);
}

/** 1234.5 → `1.23 km` */
export function formatDistance(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toPrecision(3)} km`;
}

/** A value of a property as a line of text, cut where it would be too long to show. */
export function formatValue(value: unknown, longest = 200): string {
  const text = typeof value === 'string' ? value : (shortJson(value, longest) ?? '');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Large objects are not written out to be cut afterwards. */
function shortJson(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let budget = longest;
  const shorten = (part: unknown): unknown => {
    if (budget <= 0) return '…';
    if (typeof part === 'string') {
      budget -= part.length;
      return part.slice(0, longest);
    }
    if (typeof part !== 'object' || part === null) {
      budget -= 4;
      return part;
    }
    if (Array.isArray(part)) return part.slice(0, longest).map(shorten);
    return Object.fromEntries(
      Object.keys(part)
        .slice(0, longest)
        .map((key) => [key, shorten((part as Record<string, unknown>)[key])]),
    );
  };
  return JSON.stringify(shorten(value));
}
