import type { AggregateGroup } from '@meridian/client';
import type { StyleClass } from '../../map-style/document.ts';
import { CATEGORY_COLORS, RAMP } from '../../map-style/palette.ts';

/** The one key of a group. */
function keyOf({ key }: AggregateGroup): unknown {
  return Object.values(key)[0];
}

/** The most frequent values, each with a colour: of groups by value, the most frequent first. */
export function categoriesOf(groups: readonly AggregateGroup[]): StyleClass[] {
  const values = groups.map(keyOf).filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  const texts = new Set(values.map((value) => String(value).slice(0, 200)));
  return [...texts]
    .slice(0, CATEGORY_COLORS.length)
    .map((from, index) => ({ from, color: CATEGORY_COLORS[index]! }));
}

/**
 * The property whose values make the best categories: a few that repeat, in most of the features. Where none has such,
 * the one whose values repeat most.
 */
export function mostDistinctive(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): string | undefined {
  const scored = names.map((name, column) => {
    const values = rows.map((row) => row[column]).filter((value) => value !== undefined && value !== null);
    const kinds = new Set(values.map(String)).size;
    const isFew = kinds >= 2 && kinds <= CATEGORY_COLORS.length;
    const repeats = values.length === 0 ? 0 : 1 - kinds / values.length;
    return { name, score: (isFew ? 1 : 0) + (kinds < 2 ? 0 : repeats * (values.length / rows.length)) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.name;
}

/** Classes of numbers, each with a colour: of groups by class. */
export function classesOf(groups: readonly AggregateGroup[]): StyleClass[] {
  const limits = groups.map(keyOf).flatMap((key) => (isClass(key) ? [key.from] : []));
  return limits.map((from, index) => ({
    from,
    color: RAMP[Math.round((index * (RAMP.length - 1)) / Math.max(1, limits.length - 1))]!,
  }));
}

function isClass(key: unknown): key is { from: number } {
  return typeof key === 'object' && key !== null && 'from' in key && typeof key.from === 'number';
}

/** How many features each class of a style has: by value, or by class from limit to limit. */
export function countsOf(classes: readonly StyleClass[], groups: readonly AggregateGroup[]): number[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const key = keyOf(group);
    const text = String(isClass(key) ? key.from : key).slice(0, 200);
    if (key !== null) counts.set(text, (counts.get(text) ?? 0) + group.count);
  }
  return classes.map(({ from }) => counts.get(String(from)) ?? 0);
}
