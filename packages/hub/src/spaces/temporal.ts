import { invalid, isObject } from '@meridian/store';

/** The property that is the time of a feature, or the two between which it lasts. */
export type TimeProperties = { start: string; end?: string };

/** The field `temporal` of a definition: the name of a property, or of two. */
export function readTemporal(value: unknown, name: string): unknown {
  if (isName(value)) return value;
  if (isObject(value) && isName(value.start) && (value.end === undefined || isName(value.end))) return value;
  throw invalid(
    `${name} must be the name of a property, or {"start": …, "end": …} with the names of two, not ${JSON.stringify(value).slice(0, 100)}`,
  );
}

/** What a stored definition says. */
export function timeOf(value: unknown): TimeProperties | undefined {
  if (isName(value)) return { start: value };
  if (!isObject(value) || !isName(value.start)) return undefined;
  return { start: value.start, ...(isName(value.end) ? { end: value.end } : {}) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
