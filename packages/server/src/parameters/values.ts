import {
  type FeatureFilter,
  type FeatureView,
  invalid,
  normalizeTags,
  type SelectedPath,
  type SortKey,
  type TagFilter,
} from '@meridian/hub';
import { type QueryString, refuseMany } from '../http/request/query-string.ts';
import { decodePart } from '../http/request/target.ts';
import { readCql2 } from './cql2.ts';
import { readFeaturePath, readPropertyTests } from './property-search.ts';
import { readTextTest } from './text-search.ts';

export const DEFAULT_LIMIT = 30_000;
export const MAX_LIMIT = 100_000;

export function readBoolean(query: QueryString, ...names: string[]): boolean | undefined {
  const sent = query.sent(...names);
  if (sent === undefined) return undefined;
  const { name, value } = sent;
  const lower = value.toLowerCase();
  if (lower !== 'true' && lower !== 'false')
    throw invalid(`${name} must be true or false, not ${JSON.stringify(value)}`);
  return lower === 'true';
}

export function readInteger(
  query: QueryString,
  names: string | readonly string[],
  from: number,
  to: number,
): number | undefined {
  const sent = query.sent(...[names].flat());
  if (sent === undefined) return undefined;
  const { name, value } = sent;
  const number = Number(value);
  if (!/^-?\d{1,16}$/.test(value) || number < from || number > to)
    throw invalid(`${name} must be a whole number from ${from} to ${to}, not ${JSON.stringify(value)}`);
  return number;
}

/** Each digit can be matched in one way only, so that a long number that is none is refused in linear time. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export function readNumber(query: QueryString, name: string, from: number, to: number): number | undefined {
  const value = query.one(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!DECIMAL.test(value) || !(number >= from && number <= to))
    throw invalid(`${name} must be a number from ${from} to ${to}, not ${JSON.stringify(value)}`);
  return number;
}

export function readLimit(query: QueryString, byDefault = DEFAULT_LIMIT): number {
  return readInteger(query, 'limit', 1, MAX_LIMIT) ?? byDefault;
}

export function readChoice<T extends string>(
  query: QueryString,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = query.one(name);
  if (value === undefined) return undefined;
  if (!choices.includes(value as T))
    throw invalid(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`);
  return value as T;
}

/** Tags that one feature can be asked to have at once. */
const MAX_TAGS_TOGETHER = 100;

/** Stands for a raw `+` while the rest is decoded; no decoded text can contain it. */
const RAW_PLUS = '\ud800';

/** `a,b` is OR, a raw `+` is AND. Nothing to filter by = undefined. */
export function readTagFilter(query: QueryString): TagFilter | undefined {
  const alternatives = query
    .all('tags')
    .flatMap(({ rawValue }) => decodePart(rawValue.replaceAll('+', RAW_PLUS), 'tags').split(','))
    .map((all) => all.split(RAW_PLUS).filter((tag) => tag !== ''))
    .filter((all) => all.length > 0);
  refuseMany('tags', alternatives.length);
  if (alternatives.some((all) => all.length > MAX_TAGS_TOGETHER))
    throw invalid(`tags: at most ${MAX_TAGS_TOGETHER} tags can be joined by +`);
  return alternatives.length > 0 ? alternatives.map((all) => normalizeTags(all, 'tags')) : undefined;
}

/** Tags to add or remove at write time. */
export function readTagList(query: QueryString, name: string): string[] {
  return normalizeTags(query.list(name) ?? [], name);
}

export function readFilter(query: QueryString): FeatureFilter {
  const text = readTextTest(query);
  return {
    tags: readTagFilter(query) ?? [],
    tests: [...readPropertyTests(query), ...readCql2(query), ...(text ? [text] : [])],
  };
}

const PLAIN_VIEWS: Record<'stored' | 'datahub', FeatureView> = {
  stored: { force2D: false, coordinates: 'stored' },
  datahub: { force2D: false, coordinates: 'datahub' },
};

/** How features are to be shown; `coordinates` is the dialect's choice. */
export function readView(query: QueryString, coordinates: 'stored' | 'datahub'): FeatureView {
  if (query.pairs.length === 0) return PLAIN_VIEWS[coordinates];
  const selection = readSelection(query);
  const force2D = readBoolean(query, 'force2D') ?? false;
  // Read elsewhere, where there is a cache to skip; a value that is no boolean is refused everywhere.
  readBoolean(query, 'skipCache');
  return { ...(selection ? { selection } : {}), force2D, coordinates };
}

function readSelection(query: QueryString): SelectedPath[] | undefined {
  const names = query.list('selection');
  if (!names || names.length === 0 || names.includes('*')) return undefined;
  return names.map((name) => {
    const isProperty = name.startsWith('p.');
    const path = (isProperty || name.startsWith('f.') ? name.slice(2) : name).split('.');
    return { root: isProperty ? 'properties' : 'any', path };
  });
}

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
export function readPart(query: QueryString): { index: number; count: number } | undefined {
  const value = query.one('part');
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
