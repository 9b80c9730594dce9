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
