/** A moment in milliseconds since 1970; a date is its midnight in UTC. */
export type Moment = { ms: number; isDate: boolean };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,12})?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?$/;

/**
 * A date or a time as data has them: RFC 3339, also without seconds or without a time zone, which is then UTC.
 * Undefined for anything else.
 */
export function parseMoment(text: string): Moment | undefined {
  return text.length <= 10 ? parseDate(text) : parseTimestamp(text);
}

export function parseDate(text: string): Moment | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // 2022-02-30 would roll over into March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { ms: date.getTime(), isDate: true };
}

export function parseTimestamp(text: string): Moment | undefined {
  if (text.length > 48) return undefined;
  const match = TIMESTAMP.exec(text);
  const date = match === null ? undefined : parseDate(match[1]!);
  if (match === null || date === undefined) return undefined;
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(match[8] ?? 0), Number(match[9] ?? 0)];
  // A leap second is the first moment of the next minute.
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (match[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const ms =
    date.ms +
    ((hour * 60 + minute - offset) * 60 + second) * 1000 +
    (match[5] === undefined ? 0 : Number(match[5]) * 1000);
  return { ms, isDate: false };
}
