import { at, isObject, type Json, member, same } from './json.ts';
import { normaliseTag } from './tags.ts';

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'contains';

export interface PropertyFilter {
  /** `p` looks below properties, `f` at the feature itself. */
  readonly root: 'p' | 'f';
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly values: readonly Json[];
}

/** What a filter can see of a feature. */
export interface Searchable {
  readonly properties: Json;
  /** Root members, with `id`, `createdAt`, `updatedAt`, `tags` and `geometry.type` among them. */
  readonly root: Json;
}

export function matches(feature: Searchable, filter: PropertyFilter): boolean {
  const value = at(filter.root === 'p' ? feature.properties : feature.root, filter.path);
  if (filter.root === 'f' && filter.path[0] === 'tags') {
    return filter.values.some((tag) => contains(value, normaliseTag(String(tag))));
  }
  if (filter.operator === 'contains') return filter.values.some((wanted) => contains(value, wanted));
  if (filter.operator === '=') return filter.values.some((wanted) => equal(value, wanted));
  if (filter.operator === '!=') return differs(value, filter.values);
  return filter.values.some((wanted) => inOrder(value, filter.operator, wanted));
}

function equal(value: Json | undefined, wanted: Json): boolean {
  if (wanted === null) return value === undefined || value === null;
  return value === wanted;
}

function differs(value: Json | undefined, unwanted: readonly Json[]): boolean {
  return value !== undefined && !unwanted.some((one) => equal(value, one));
}

function contains(value: Json | undefined, wanted: Json): boolean {
  if (!isObject(wanted)) return Array.isArray(value) && value.includes(wanted);
  const candidates = Array.isArray(value) ? value : [value];
  return candidates.some((one) => Object.keys(wanted).every((name) => same(member(one, name), wanted[name])));
}

function inOrder(value: Json | undefined, operator: Operator, wanted: Json): boolean {
  const order = compare(value, wanted);
  if (order === undefined) return false;
  if (order === 0) return operator === '>=' || operator === '<=';
  return order > 0 ? operator.startsWith('>') : operator.startsWith('<');
}

function compare(value: Json | undefined, wanted: Json): number | undefined {
  if (typeof value === 'number' && typeof wanted === 'number') return value - wanted;
  if (typeof value === 'string' && typeof wanted === 'string') return compareByCodePoint(value, wanted);
  return undefined;
}

/** `<` on strings compares UTF-16 units, which puts U+1F600 below U+FFFF. */
export function compareByCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
