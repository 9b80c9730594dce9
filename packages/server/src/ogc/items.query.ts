import { type Crs, type FeatureFilter, type FeatureQuery, type Space, testsOf } from '@meridian/hub';
import { timeCondition } from './datetime.ts';
import type { ItemsValues } from './items.parameters.ts';
import type { PageCursor } from './page-cursor.ts';
import { propertyFilters } from './property-filters.ts';
import type { FoundProperty } from './space-types.ts';

export type ItemsQuery = { read: FeatureQuery; crs: Crs; cursor: PageCursor };

/** What a request for the features of a collection asks for. */
export function itemsQuery(
  values: ItemsValues,
  info: Pick<Space, 'time'>,
  found: readonly FoundProperty[],
  defaultLimit: number,
): ItemsQuery {
  const { area, crs, datetime, limit = defaultLimit, tests, selection, order, properties } = values;
  const { sort, cursor } = order;
  const filter: FeatureFilter = {
    tags: [],
    tests: [
      ...propertyFilters(properties, found),
      ...tests,
      ...(datetime && info.time ? testsOf(timeCondition(datetime, info.time)) : []),
    ],
  };
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
