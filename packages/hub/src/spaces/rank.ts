import { invalid, isObject, type RankKey } from '@meridian/store';

/** The field `rank` of a definition: the name of a property, or one with the order of its values. */
export function readRank(value: unknown, name: string): unknown {
  if (rankOf(value)) return value;
  throw invalid(
    `${name} must be the name of a property, or {"property": …, "order": "ascending" or "descending"}, not ${JSON.stringify(value).slice(0, 100)}`,
  );
}

/** What a stored definition says. */
export function rankOf(value: unknown): RankKey | undefined {
  const { property, order = 'descending' } = isObject(value) ? value : { property: value };
  if (typeof property !== 'string' || property === '' || property.split('.').includes('')) return undefined;
  if (order !== 'ascending' && order !== 'descending') return undefined;
  return { path: property.split('.'), isLeastFirst: order === 'ascending' };
}
