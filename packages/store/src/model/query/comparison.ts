import { compareCodePoints } from '@meridian/filter';
import { plainValue } from '../json/exact-json.ts';
import { isObject, own, sameJson } from '../json/own.ts';

/** A value to compare with. `null` is the `.null` of the query syntax; objects only with `contains`. */
export type Operand = string | number | boolean | null | { [name: string]: unknown };

/** Between which values of its own type the operand has all that pass: open where there is no end. */
export type Bounds = { from?: 'at' | 'after'; to?: 'at' | 'before' };

type ComparisonRule = {
  passes(value: unknown, operand: Operand): boolean;
  /** Lets indexes and columns find values; without it each value is looked at. */
  bounds?: Bounds;
  /** What passes is outside of the bounds, and must pass for every operand instead of for one of them. */
  isNegated?: true;
};

/** All comparisons of the hub's own syntax: what they mean, for every engine. */
const RULES = {
  '=': {
    passes: (value, operand) =>
      operand === null ? value === undefined || value === null : value === operand,
    bounds: { from: 'at', to: 'at' },
  },
  '!=': { passes: isDifferent, bounds: { from: 'at', to: 'at' }, isNegated: true },
  '>': { passes: ordered((order) => order > 0), bounds: { from: 'after' } },
  '>=': { passes: ordered((order) => order >= 0), bounds: { from: 'at' } },
  '<': { passes: ordered((order) => order < 0), bounds: { to: 'before' } },
  '<=': { passes: ordered((order) => order <= 0), bounds: { to: 'at' } },
  contains: { passes: contains },
} as const satisfies Record<string, ComparisonRule>;

export type Comparison = keyof typeof RULES;

export const COMPARISONS = Object.keys(RULES) as readonly Comparison[];

export function ruleOf(comparison: Comparison): ComparisonRule {
  return RULES[comparison];
}

/** Whether a value passes a comparison with alternatives. */
export function passesComparison(
  value: unknown,
  comparison: Comparison,
  operands: readonly Operand[],
): boolean {
  const { passes, isNegated } = ruleOf(comparison);
  return isNegated
    ? operands.every((operand) => passes(value, operand))
    : operands.some((operand) => passes(value, operand));
}

function isDifferent(value: unknown, operand: Operand): boolean {
  if (value === undefined) return false;
  return operand === null ? value !== null : !sameJson(value, operand);
}

/** Numbers by size, strings by code point; values of different types have no order. */
function ordered(isRight: (order: number) => boolean): ComparisonRule['passes'] {
  return (value, operand) => {
    if (typeof value === 'number' && typeof operand === 'number') return isRight(value - operand);
    if (typeof value === 'string' && typeof operand === 'string')
      return isRight(compareCodePoints(value, operand));
    return false;
  };
}

/** An array contains the scalar, or an object that matches; an object matches if it has all the operand's members. */
function contains(value: unknown, operand: Operand): boolean {
  if (Array.isArray(value)) return value.some((element) => includes(element, operand));
  return isObject(value) && isObject(operand) && includes(value, operand);
}

function includes(value: unknown, wanted: unknown): boolean {
  if (isObject(wanted))
    return (
      isObject(value) &&
      Object.keys(wanted).every(
        (name) => Object.hasOwn(value, name) && includes(own(value, name), wanted[name]),
      )
    );
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((part) => value.some((element) => includes(element, part)));
  return sameJson(plainValue(value), plainValue(wanted));
}
