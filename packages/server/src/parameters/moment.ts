import { invalid } from '@meridian/hub';
import type { Parameter } from '../http/parameter.ts';
import { parameter } from './parameter.ts';

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A moment, as epoch milliseconds; a date alone is its first moment in UTC. */
export function moment({
  name,
  description,
}: {
  name: string;
  description: string;
}): Parameter<number | undefined> {
  const documented = {
    name,
    description: `${description} A date, a time of RFC 3339, or milliseconds since 1970.`,
    schema: { type: ['string', 'integer'] },
  };
  return parameter(documented, (query) => {
    const value = query.one(name);
    if (value === undefined) return undefined;
    // The sign of an offset in a URL that was not encoded has become a blank.
    const written = value.replace(/ (?=\d\d:\d\d$)/, '+');
    const time = /^\d{1,15}$/.test(value)
      ? Number(value)
      : DATE.test(written)
        ? Date.parse(written)
        : Number.NaN;
    if (Number.isNaN(time))
      throw invalid(
        `${name} must be a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or milliseconds since 1970, not ${JSON.stringify(value)}`,
      );
    return time;
  });
}
