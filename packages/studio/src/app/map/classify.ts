import type { AggregateGroup } from '@meridian/client';
import type { ClassMethod, StyleClass } from '../../map-style/document.ts';
import { CATEGORY_COLORS } from '../../map-style/palette.ts';
import { type RampName, rampColors } from '../../map-style/ramp.ts';

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

/** With a further category, in the first colour that none of the others has; undefined where it is there already. */
export function withCategory(classes: readonly StyleClass[], from: string): StyleClass[] | undefined {
  if (classes.some((one) => String(one.from) === from)) return undefined;
  const taken = new Set(classes.map(({ color }) => color.toLowerCase()));
  const color =
    CATEGORY_COLORS.find((one) => !taken.has(one)) ??
    CATEGORY_COLORS[classes.length % CATEGORY_COLORS.length]!;
  return [...classes, { from, color }];
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
export function classesOf(
  groups: readonly AggregateGroup[],
  method: ClassMethod,
  ramp: RampName,
): StyleClass[] {
  const classes = groups.map(keyOf).filter(isClass);
  return classesFrom(method === 'equal' ? filled(classes) : classes.map(({ from }) => from), ramp);
}

/** Each class begins where the one before it ends. */
export function classesFrom(limits: readonly number[], ramp: RampName): StyleClass[] {
  const colors = rampColors(ramp, limits.length);
  return limits.map((from, index) => ({ from, color: colors[index]! }));
}

/** The limits of classes of one width; the hub leaves out those without a feature. */
function filled(classes: readonly Class[]): number[] {
  const [first, last] = [classes[0], classes.at(-1)];
  if (!first || !last) return [];
  const width = first.to - first.from;
  const count = width > 0 ? Math.min(MAX_FILLED, Math.round((last.from - first.from) / width) + 1) : 1;
  // Of 0.1 and 0.2 the sum would have sixteen digits.
  return Array.from({ length: count }, (_, index) => Number((first.from + index * width).toPrecision(12)));
}

const MAX_FILLED = 20;

type Class = { from: number; to: number };

function isClass(key: unknown): key is Class {
  return typeof key === 'object' && key !== null && 'from' in key && typeof key.from === 'number';
}

/** `10, 50; 100` → the numbers in their order, each once; undefined where something is no number. */
export function readBreaks(text: string): number[] | undefined {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  return numbers.every(Number.isFinite) ? [...new Set(numbers)].sort((a, b) => a - b) : undefined;
}

/**
 * How many features each class of a style has: by value, or by class from limit to limit. What is below the first
 * class has its colour, so it is counted there.
 */
export function countsOf(classes: readonly StyleClass[], groups: readonly AggregateGroup[]): number[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const key = keyOf(group);
    if (key === null) continue;
    const text = String(typeof key === 'object' ? lowerLimit(key as object, classes) : key).slice(0, 200);
    counts.set(text, (counts.get(text) ?? 0) + group.count);
  }
  return classes.map(({ from }) => counts.get(String(from)) ?? 0);
}

function lowerLimit(key: object, classes: readonly StyleClass[]): unknown {
  return 'from' in key ? key.from : classes[0]?.from;
}
