import type { StyleClass } from './document.ts';
import { CATEGORY_COLORS, RAMP } from './palette.ts';

/** The values that are seen most often, each with a colour. */
export function categoriesOf(values: readonly unknown[]): StyleClass[] {
  const counts = new Map<string, number>();
  for (const value of values)
    if (['string', 'number', 'boolean'].includes(typeof value)) {
      const text = String(value).slice(0, 200);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CATEGORY_COLORS.length)
    .map(([from], index) => ({ from, color: CATEGORY_COLORS[index]! }));
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

/** Classes of numbers, each with about as many features as the next. */
export function quantilesOf(values: readonly unknown[]): StyleClass[] {
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  if (numbers.length === 0) return [];
  const breaks = RAMP.map((_, index) => numbers[Math.floor((index * numbers.length) / RAMP.length)]!);
  const different = [...new Set(breaks)];
  return different.map((from, index) => ({
    from,
    color: RAMP[Math.round((index * (RAMP.length - 1)) / Math.max(1, different.length - 1))]!,
  }));
}
