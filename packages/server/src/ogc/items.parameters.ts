import { invalid } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { bbox } from './bbox.ts';
import { bboxCrs, crs, filterCrs } from './crs.ts';
import { datetime } from './datetime.ts';
import { filter, filterLang } from './filter.ts';
import { f } from './format.ts';
import { DEFAULT_ITEMS, MAX_ITEMS } from './items.limits.ts';

export const limit: QueryParameter = {
  name: 'limit',
  description: `The most features of a page, ${DEFAULT_ITEMS} without it. More than ${MAX_ITEMS} is as much as ${MAX_ITEMS}.`,
  schema: { type: 'integer', minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_ITEMS },
};

export const cursor: QueryParameter = {
  name: 'cursor',
  description: 'Where a page begins: part of the links `next` and `prev`, and of no other use.',
  schema: { type: 'string' },
};

export const properties: QueryParameter = {
  name: 'properties',
  description: 'The properties to return, and no others: `name,address.city`.',
  schema: { type: 'array', items: { type: 'string' } },
  list: true,
};

export const sortby: QueryParameter = {
  name: 'sortby',
  description:
    'Order by property values instead of insertion: `name` or `+name` ascending, `-population` descending.',
  schema: { type: 'array', items: { type: 'string', pattern: '^[+-]?.+$' } },
  list: true,
};

/** Of the features of a collection. */
export const ITEMS_PARAMETERS: readonly QueryParameter[] = [
  bbox,
  bboxCrs,
  crs,
  datetime,
  limit,
  filter,
  filterLang,
  filterCrs,
  properties,
  sortby,
  cursor,
  f,
];

/** The standard wants a limit that is too large to be as large as it may be. */
export function readItemsLimit(query: QueryString, byDefault: number): number {
  const text = query.one('limit');
  if (text === undefined) return byDefault;
  if (!/^\d{1,16}$/.test(text) || Number(text) === 0)
    throw invalid(
      `limit must be a whole number from 1 to ${MAX_ITEMS}, not ${JSON.stringify(text.slice(0, 100))}`,
    );
  return Math.min(Number(text), MAX_ITEMS);
}
