import { propertyPath } from '@meridian/filter';
import {
  type Crs,
  type FeatureFilter,
  type FeatureQuery,
  invalid,
  type SelectedPath,
  type SortKey,
  type Space,
  testsOf,
} from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { readBboxArea, readCrs } from './crs.ts';
import { readDatetime, timeCondition } from './datetime.ts';
import { readOgcFilter } from './filter.ts';
import { ITEMS_PARAMETERS, readItemsLimit } from './items.parameters.ts';
import { type PageCursor, readCursor } from './page-cursor.ts';
import { readPropertyFilters } from './property-filters.ts';
import type { FoundProperty } from './space-types.ts';

/** Every parameter that is no property. */
const NAMES: ReadonlySet<string> = new Set([...ITEMS_PARAMETERS.map(({ name }) => name), 'access_token']);

export type ItemsQuery = { read: FeatureQuery; crs: Crs; cursor: PageCursor };

/** What a request for the features of a collection asks for. */
export function readItemsQuery(
  query: QueryString,
  info: Pick<Space, 'time'>,
  properties: readonly FoundProperty[],
  defaultLimit: number,
): ItemsQuery {
  const crs = readCrs(query, 'crs');
  const area = readBboxArea(query);
  const asked = readDatetime(query);
  const limit = readItemsLimit(query, defaultLimit);
  const filter: FeatureFilter = {
    tags: [],
    tests: [
      ...readPropertyFilters(query, NAMES, properties),
      ...readOgcFilter(query),
      ...(asked && info.time ? testsOf(timeCondition(asked, info.time)) : []),
    ],
  };
  const selection = readProperties(query);
  const sort = readSortby(query);
  const cursor = readCursor(query.one('cursor'), sort.length);
  return {
    crs,
    cursor,
    read: {
      filter,
      limit,
      sort,
      view: {
        hidesNamespace: true,
        ...(selection ? { selection } : {}),
        ...(crs.code === undefined ? {} : { crs: crs.code }),
      },
      after: typeof cursor.start === 'number' ? cursor.start : 0,
      ...(typeof cursor.start === 'number' ? {} : { afterSorted: cursor.start }),
      ...(area ? { area } : {}),
    },
  };
}

export function readProperties(query: QueryString): SelectedPath[] | undefined {
  return query.list('properties')?.map((name) => ({ root: 'properties', path: pathOf(name, 'properties') }));
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
