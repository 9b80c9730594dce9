import { propertyPath } from '@meridian/filter';
import { invalid, type SelectedPath, type SortKey } from '@meridian/hub';
import { documentedOf, type ValuesOf } from '../http/parameter.ts';
import type { QueryPair, QueryString } from '../http/request/query-string.ts';
import { parameter, parameters } from '../parameters/parameter.ts';
import { bboxArea, crs } from './crs.ts';
import { datetime } from './datetime.ts';
import { ogcFilter } from './filter.ts';
import { f } from './format.ts';
import { DEFAULT_ITEMS, MAX_ITEMS } from './items.limits.ts';
import { type PageCursor, readCursor } from './page-cursor.ts';

const limit = parameter(
  {
    name: 'limit',
    description: `The most features of a page, ${DEFAULT_ITEMS} without it. More than ${MAX_ITEMS} is as much as ${MAX_ITEMS}.`,
    schema: { type: 'integer', minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_ITEMS },
  },
  readLimit,
);

const selection = parameter(
  {
    name: 'properties',
    description: 'The properties to return, and no others: `name,address.city`.',
    schema: { type: 'array', items: { type: 'string' } },
    list: true,
  },
  (query, name): SelectedPath[] | undefined =>
    query.list(name)?.map((entry) => ({ root: 'properties', path: pathOf(entry, name) })),
);

/** In which order, and where in it the page begins: a cursor has a value for each key. */
const order = parameters(
  [
    {
      name: 'sortby',
      description:
        'Order by property values instead of insertion: `name` or `+name` ascending, `-population` descending.',
      schema: { type: 'array', items: { type: 'string', pattern: '^[+-]?.+$' } },
      list: true,
    },
    {
      name: 'cursor',
      description: 'Where a page begins: part of the links `next` and `prev`, and of no other use.',
      schema: { type: 'string' },
    },
  ],
  (query): { sort: SortKey[]; cursor: PageCursor } => {
    const sort = readSortby(query);
    return { sort, cursor: readCursor(query.one('cursor'), sort.length) };
  },
);

const own = { area: bboxArea, crs, datetime, limit, tests: ogcFilter, selection, order, f };
/** Every parameter that is no property. */
const NAMES: ReadonlySet<string> = new Set([...documentedOf(own).map(({ name }) => name), 'access_token']);

/** What is no parameter: a property of the features, by its name, or else refused (`property-filters.ts`). */
const properties = parameters([], ({ pairs }): QueryPair[] => pairs.filter(({ name }) => !NAMES.has(name)));

/** Of the features of a collection. */
export const ITEMS_PARAMETERS = { ...own, properties };
export type ItemsValues = ValuesOf<typeof ITEMS_PARAMETERS>;

/** The standard wants a limit that is too large to be as large as it may be. */
function readLimit(query: QueryString, name: string): number | undefined {
  const text = query.one(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,16}$/.test(text) || Number(text) === 0)
    throw invalid(
      `limit must be a whole number from 1 to ${MAX_ITEMS}, not ${JSON.stringify(text.slice(0, 100))}`,
    );
  return Math.min(Number(text), MAX_ITEMS);
}

const MAX_SORT_KEYS = 10;

function readSortby(query: QueryString): SortKey[] {
  const names = query.list('sortby') ?? [];
  if (names.length > MAX_SORT_KEYS)
    throw invalid(`sortby: at most ${MAX_SORT_KEYS} properties, not ${names.length}`);
  // A plus sign that is not encoded arrives as a blank.
  return names.map((entry) => {
    const [, sign, name] = /^([ +-]?)(.*)$/s.exec(entry)!;
    const key = { descending: sign === '-' };
    return name === 'id'
      ? { root: 'feature', path: ['id'], ...key }
      : { root: 'properties', path: pathOf(name!, 'sortby'), ...key };
  });
}

function pathOf(name: string, parameter: string): readonly string[] {
  const path = name === '' ? undefined : propertyPath(name);
  if (!path) throw invalid(`${parameter}: ${JSON.stringify(name.slice(0, 100))} is not a property`);
  return path;
}
