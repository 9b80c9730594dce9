import { isRawNumber, plainValue } from '../model/json/exact-json.ts';
import { isObject, type JsonObject } from '../model/json/own.ts';
import type { AggregateQuery, GroupKey, ValueMeasure } from '../model/query/aggregate.ts';
import type { StoredFeature } from '../model/query/match.ts';

/** A group as a plain reading of the features gives it. */
export type ModelGroup = { key: JsonObject; count: number; measures: unknown[] };

/** Groups in any order, made one feature after the other. */
export function modelGroups(
  all: readonly StoredFeature[],
  { groupBy, measures }: AggregateQuery,
): ModelGroup[] {
  const groups = new Map<string, { key: JsonObject; features: StoredFeature[] }>();
  if (groupBy.length === 0) groups.set('{}', { key: {}, features: [] });
  for (const feature of all)
    for (const key of keysOf(feature, groupBy)) {
      const text = canonical(key);
      const group = groups.get(text) ?? { key, features: [] };
      group.features.push(feature);
      groups.set(text, group);
    }
  return [...groups.values()].map(({ key, features }) => ({
    key,
    count: features.length,
    measures: measures.map((measure) => ('path' in measure ? measured(features, measure) : null)),
  }));
}

function keysOf(feature: StoredFeature, groupBy: readonly GroupKey[]): JsonObject[] {
  return groupBy.reduce<JsonObject[]>(
    (keys, by) => keys.flatMap((key) => valuesOf(feature, by).map((value) => ({ ...key, [by.name]: value }))),
    [{}],
  );
}

function valuesOf(feature: StoredFeature, by: GroupKey): unknown[] {
  switch (by.kind) {
    case 'value':
      return [feature.valueAt(by.path) ?? null];
    case 'tags': {
      const tags = feature.namespace.tags as string[];
      return tags.length > 0 ? tags : [null];
    }
    case 'limits': {
      const value = plainValue(feature.valueAt(by.path));
      if (typeof value !== 'number') return [null];
      const from = by.limits.findLast((limit) => limit <= value);
      const to = by.limits.find((limit) => limit > value);
      return [{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
    }
    default:
      throw new Error(`the model knows no ${by.kind}`);
  }
}

/** Equal for equal values: members in one order, all digits. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function measured(features: readonly StoredFeature[], measure: ValueMeasure): unknown {
  const values = features
    .map((feature) => feature.valueAt(measure.path))
    .filter((value) => (value ?? null) !== null);
  const numbers = values.map(plainValue).filter((value) => typeof value === 'number');
  switch (measure.kind) {
    case 'count':
      return values.length;
    case 'distinct':
      return new Set(values.map(canonical)).size;
    case 'sum':
      return sumOf(values);
    case 'mean': {
      const sum = plainValue(sumOf(values));
      return sum === null ? null : (sum as number) / numbers.length;
    }
    case 'min':
    case 'max': {
      const ordered = values.filter((value) => !isObject(value) && !Array.isArray(value)).sort(inOrder);
      return (measure.kind === 'min' ? ordered[0] : ordered.at(-1)) ?? null;
    }
    case 'quantile': {
      // What no double can come near to is left out.
      const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
      if (sorted.length === 0) return null;
      const position = (sorted.length - 1) * measure.at;
      const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
      return below + (above - below) * (position % 1);
    }
  }
}

/** Digits of whole numbers, otherwise a number that may be off in its last digits. */
function sumOf(values: readonly unknown[]): unknown {
  const numbers = values.filter((value) => typeof value === 'number' || isRawNumber(value));
  if (numbers.length === 0) return null;
  const texts = numbers.map((value) => JSON.stringify(value));
  if (texts.every((text) => /^-?\d{1,18}$/.test(text)))
    return JSON.parse(`[${texts.reduce((sum, text) => sum + BigInt(text), 0n)}]`)[0];
  return numbers
    .map((value) => plainValue(value) as number)
    .sort((a, b) => Math.abs(a) - Math.abs(b))
    .reduce((a, b) => a + b, 0);
}

function inOrder(a: unknown, b: unknown): number {
  const rank = (value: unknown) => ['number', 'string', 'boolean'].indexOf(typeof plainValue(value));
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  const [x, y] = [plainValue(a), plainValue(b)];
  if (typeof x === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y as string));
  return Number(x) - Number(y) || (isRawNumber(a) ? 1 : 0) - (isRawNumber(b) ? 1 : 0);
}
