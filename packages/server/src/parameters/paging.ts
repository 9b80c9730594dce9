import { invalid, type SortCursor, type SortKey } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from './parameter.ts';
import { readFeaturePath } from './property-search.ts';
import { readSortedHandle } from './sorted-handle.ts';
import { readInteger } from './values.ts';

export const DEFAULT_LIMIT = 30_000;
export const MAX_LIMIT = 100_000;

const documentedLimit: QueryParameter = {
  name: 'limit',
  description: 'The most features to return.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
};

/** As it was sent, for calls whose default depends on more. */
export const sentLimit = parameter(documentedLimit, (query, name) => readInteger(query, name, 1, MAX_LIMIT));

export const limit = parameter(documentedLimit, (query) => sentLimit.read(query) ?? DEFAULT_LIMIT);

const sort: QueryParameter = {
  name: 'sort',
  description: 'Order by property values instead of insertion: `p.name:asc,p.height:desc`.',
  schema: { type: 'array', items: { type: 'string' } },
  list: true,
};

const documentedHandle: QueryParameter = {
  name: 'handle',
  description: 'Where to go on: the `handle` of the page before.',
  schema: { type: 'string' },
};

/** Where a page begins: behind an insertion number, or if sorted behind a cursor among the values. */
export const pageStart = parameters([documentedHandle, sort], (query): PageStart => {
  const keys = readSort(query);
  if (keys.length === 0) return { sort: keys, after: readHandle(query) };
  const afterSorted = readSortedHandle(query.one('handle'), keys.length);
  return { sort: keys, after: 0, ...(afterSorted ? { afterSorted } : {}) };
});

type PageStart = { sort: SortKey[]; after: number; afterSorted?: SortCursor };

/** `p.a:asc,p.b:desc` */
export function readSort(query: QueryString): SortKey[] {
  return (query.list('sort') ?? []).map((entry) => {
    const [, key, direction] = /^([pf]\.[^:]+?)(?::(asc|desc))?$/i.exec(entry) ?? [];
    if (key === undefined)
      throw invalid(
        `sort: ${JSON.stringify(entry)} must be a property with :asc or :desc, such as p.name:desc`,
      );
    return { ...readFeaturePath(key), descending: direction?.toLowerCase() === 'desc' };
  });
}

const MAX_PARTS = 10_000;

/** `i,n`: the i-th of n parts, counted from 1. */
export const part = parameter(
  {
    name: 'part',
    description:
      'Only the i-th of n disjoint parts of the space (`1,4` … `4,4`), for reading it in parallel.',
    schema: { type: 'string', pattern: '^\\d+,\\d+$' },
  },
  readPart,
);

function readPart(query: QueryString, name: string): { index: number; count: number } | undefined {
  const value = query.one(name);
  if (value === undefined) return undefined;
  const [, index, count] = (/^(\d{1,5}),(\d{1,5})$/.exec(value) ?? []).map(Number) as [
    number,
    number,
    number,
  ];
  if (!(index >= 1 && index <= count && count <= MAX_PARTS))
    throw invalid(`part must be i,n with 1 ≤ i ≤ n ≤ ${MAX_PARTS}, not ${JSON.stringify(value)}`);
  return { index: index - 1, count };
}

/** Where to go on: the handle of an earlier page; none or 0 = the start. */
export function readHandle(query: QueryString): number {
  const value = query.one('handle');
  if (value === undefined) return 0;
  if (!/^\d{1,15}$/.test(value))
    throw invalid(`handle must be one that an earlier page gave, not ${JSON.stringify(value)}`);
  return Number(value);
}

/** The same of lists that are not those of features. */
export const pageHandle = parameter(
  {
    name: 'handle',
    description: 'Where to go on: the `handle` of the page before.',
    schema: { type: 'integer', minimum: 0 },
  },
  readHandle,
);
