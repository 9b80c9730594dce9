import type { Expression } from '@meridian/filter';
import {
  type Area,
  type Crs,
  type FeatureFilter,
  type FeatureQuery,
  invalid,
  type Space,
  type Statistics,
  testsOf,
} from '@meridian/hub';
import { timeCondition } from './datetime.ts';
import type { ItemsValues } from './items.parameters.ts';
import { type PageCursor, seqNowhere } from './page-cursor.ts';
import { propertyFilters } from './property-filters.ts';
import { propertiesOf } from './space-types.ts';

export type ItemsQuery = {
  read: FeatureQuery;
  crs: Crs;
  cursor: PageCursor;
  /** There may be features without a geometry, which follow on those in the area; `after`: the page begins among them. */
  nowhere?: { after: number | undefined };
};

/** What a request for the features of a collection asks for. */
export function itemsQuery(
  values: ItemsValues,
  info: Pick<Space, 'time'>,
  statistics: Statistics,
  defaultLimit: number,
): ItemsQuery {
  const { area, crs, datetime, limit = defaultLimit, tests, selection, order, properties } = values;
  const { sort, cursor } = order;
  const after = seqNowhere(cursor.start);
  if (after !== undefined && !area)
    throw invalid('cursor is one of a query with bbox: send it with the other parameters of its link');
  const isMixed = area !== undefined && (statistics.someWithoutGeometry || after !== undefined);
  // What is sorted can't be in two parts.
  const isWhole = isMixed && sort.length > 0;
  const filter: FeatureFilter = {
    tags: [],
    tests: [
      ...propertyFilters(properties, propertiesOf(statistics)),
      ...tests,
      ...(datetime && info.time ? testsOf(timeCondition(datetime, info.time)) : []),
      ...(isWhole ? testsOf(inAreaOrNowhere(area)) : []),
    ],
  };
  return {
    crs,
    cursor,
    ...(isMixed && !isWhole ? { nowhere: { after } } : {}),
    read: {
      filter,
      limit,
      sort,
      view: {
        hidesNamespace: true,
        ...(selection ? { selection } : {}),
        ...(crs.code === undefined ? {} : { crs: crs.code }),
      },
      after: typeof cursor.start === 'number' ? Math.max(0, cursor.start) : 0,
      ...(typeof cursor.start === 'number' ? {} : { afterSorted: cursor.start }),
      ...(area && !isWhole ? { area } : {}),
    },
  };
}

function inAreaOrNowhere(area: Area): Expression {
  const geometry: Expression = { kind: 'property', name: 'geometry' };
  const literals: Expression[] =
    'boxes' in area
      ? area.boxes.map(({ west, south, east, north }) => ({ kind: 'bbox', bbox: [west, south, east, north] }))
      : [{ kind: 'geometry', geometry: area.shape }];
  return {
    kind: 'or',
    args: [
      { kind: 'isNull', arg: geometry },
      ...literals.map(
        (right): Expression => ({ kind: 'spatial', op: 's_intersects', left: geometry, right }),
      ),
    ],
  };
}
