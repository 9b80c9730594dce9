import {
  type AggregateQuery,
  checkTimeZone,
  type GroupCursor,
  type GroupKey,
  type GroupOrder,
  invalid,
  isSortValue,
  type Measure,
} from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readGroupKey, readMeasure, splitTerms, type TermTools } from './aggregate-terms.ts';
import { parameters } from './parameter.ts';
import { readInteger } from './values.ts';

const MAX_KEYS = 5;
const MAX_MEASURES = 20;
export const MAX_PAGE = 10_000;
export const DEFAULT_PAGE = 1000;

const terms = { type: 'array', items: { type: 'string' } };

const documented: readonly QueryParameter[] = [
  {
    name: 'groupBy',
    description:
      'What to group by: `country`, `f.geometry.type`, `tags`, `month(founded)`, `h3(5)`, `quad(8)`, `in(districts)`, `bins(height,5,quantile)`, `limits(height,10,100)`. Without it there is one group.',
    schema: { ...terms, maxItems: MAX_KEYS, examples: [['country']] },
    list: true,
  },
  {
    name: 'measures',
    description:
      'What to compute for each group beside `count`: `sum`, `mean`, `min`, `max`, `median`, `distinct` and `count` of a property, such as `sum(population)`, and `quantile(population,0.9)`.',
    schema: { ...terms, maxItems: MAX_MEASURES, examples: [['sum(population)']] },
    list: true,
  },
  {
    name: 'sort',
    description: 'The order of the groups: `count:desc`, or a key or measure as it was asked for.',
    schema: { ...terms, examples: [['count:desc']] },
    list: true,
  },
  {
    name: 'limit',
    description: 'The most groups of a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
  },
  {
    name: 'handle',
    description: 'Where to go on: the `handle` of the page before.',
    schema: { type: 'string' },
  },
  {
    name: 'timeZone',
    description: 'The time zone of years, months, …, minutes.',
    schema: { type: 'string', default: 'UTC', examples: ['Europe/Berlin'] },
  },
];

/** What an aggregate asks for, as it was written, from a query string or a body. */
export type AggregateTerms = {
  groupBy: readonly string[];
  measures: readonly string[];
  sort: readonly string[];
  limit: number;
  timeZone: string;
  handle?: string | undefined;
};

export const aggregateTerms = parameters(documented, readAggregateTerms);

function readAggregateTerms(query: QueryString): AggregateTerms {
  const list = (name: string) => splitTerms(query.values(name).join(','));
  return {
    groupBy: list('groupBy'),
    measures: list('measures'),
    sort: list('sort'),
    limit: readInteger(query, 'limit', 1, MAX_PAGE) ?? DEFAULT_PAGE,
    timeZone: query.one('timeZone') ?? 'UTC',
    handle: query.one('handle'),
  };
}

/** The query, but for what it looks at. */
export function readAggregation(
  { groupBy, measures, sort, limit, timeZone, handle }: AggregateTerms,
  spaceOf: TermTools['spaceOf'],
): Omit<AggregateQuery, 'filter' | 'area'> {
  checkTimeZone(timeZone);
  refuseMany('groupBy', groupBy, MAX_KEYS);
  refuseMany('measures', measures, MAX_MEASURES);
  // Each group has a value for each of them.
  refuseMany('sort', sort, MAX_KEYS + MAX_MEASURES + 1);
  const keys = groupBy.map((term) => readGroupKey(term, { timeZone, spaceOf }));
  // What is always there may be asked for.
  const computed = measures.filter((term) => term !== 'count').map(readMeasure);
  const order = sort.length > 0 ? sort.map((term) => readOrder(term, keys, computed)) : defaultOrder(keys);
  const after = handle === undefined ? undefined : readCursor(handle, order.length + keys.length);
  return { groupBy: keys, measures: computed, order, limit, ...(after ? { after } : {}) };
}

function refuseMany(name: string, list: readonly string[], max: number): void {
  if (list.length > max) throw invalid(`${name} can have at most ${max} entries, not ${list.length}`);
  const repeated = list.find((term, i) => list.indexOf(term) !== i);
  if (repeated !== undefined) throw invalid(`${name} names ${JSON.stringify(repeated)} twice`);
}

function readOrder(term: string, keys: readonly GroupKey[], measures: readonly Measure[]): GroupOrder {
  const [, name = term, direction] = /^(.*?):(asc|desc)$/is.exec(term) ?? [];
  const descending = direction?.toLowerCase() === 'desc';
  if (name === 'count') return { by: 'count', descending };
  const key = keys.findIndex((one) => one.name === name);
  if (key >= 0) return { by: { key }, descending };
  const measure = measures.findIndex((one) => one.name === name);
  if (measure >= 0) return { by: { measure }, descending };
  const known = ['count', ...[...keys, ...measures].map((one) => one.name)];
  throw invalid(
    `sort: ${JSON.stringify(term)} must be one of ${known.join(', ')}, with :asc or :desc behind it`,
  );
}

/** Times and classes have an order of their own; else the most frequent group comes first. */
function defaultOrder(keys: readonly GroupKey[]): GroupOrder[] {
  const isOrdered = keys[0] !== undefined && ['time', 'bins', 'limits'].includes(keys[0].kind);
  return isOrdered ? [] : [{ by: 'count', descending: true }];
}

export function writeCursor(cursor: GroupCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(handle: string, length: number): GroupCursor {
  const cursor = decode(handle);
  if (!Array.isArray(cursor) || cursor.length !== length || !cursor.every(isSortValue))
    throw invalid(
      `handle must be one that an earlier page of the same aggregate gave, not ${JSON.stringify(handle.slice(0, 100))}`,
    );
  return cursor;
}

function decode(handle: string): unknown {
  try {
    return JSON.parse(Buffer.from(handle, 'base64url').toString());
  } catch {
    return undefined;
  }
}
