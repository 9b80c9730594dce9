import type { Geometry } from '@meridian/geo';

/**
 * A CQL2 filter as a tree, the same whether it came as text or as JSON. Plain data, so it can cross to another thread;
 * only `checkFilter` makes one that is known to be well typed.
 */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'property'; name: string }
  | Instant
  | { kind: 'interval'; start: IntervalBound; end: IntervalBound }
  | { kind: 'geometry'; geometry: Geometry }
  | { kind: 'bbox'; bbox: readonly number[] }
  | { kind: 'array'; items: readonly Expression[] }
  | { kind: 'and' | 'or'; args: readonly Expression[] }
  | { kind: 'not'; arg: Expression }
  | { kind: 'comparison'; op: ComparisonOp; left: Expression; right: Expression }
  | { kind: 'like'; value: Expression; pattern: Expression }
  | { kind: 'between'; value: Expression; lower: Expression; upper: Expression }
  | { kind: 'in'; value: Expression; list: readonly Expression[] }
  | { kind: 'isNull'; arg: Expression }
  | { kind: 'casei' | 'accenti'; arg: Expression }
  | { kind: 'arithmetic'; op: ArithmeticOp; left: Expression; right: Expression }
  | { kind: 'spatial'; op: SpatialOp; left: Expression; right: Expression }
  | { kind: 'temporal'; op: TemporalOp; left: Expression; right: Expression }
  | { kind: 'arrays'; op: ArrayOp; left: Expression; right: Expression }
  | { kind: 'function'; name: string; args: readonly Expression[] };

/** `text` as it was written: `2022-04-16`, `2022-04-16T10:13:19Z`. */
export type Instant = { kind: 'date' | 'timestamp'; text: string };

/** Where an interval begins or ends; `..` = it does not. */
export type IntervalBound =
  | Instant
  | { kind: 'unbounded' }
  | Extract<Expression, { kind: 'property' | 'function' }>;

export const COMPARISON_OPS = ['=', '<>', '<', '>', '<=', '>='] as const;
export type ComparisonOp = (typeof COMPARISON_OPS)[number];

export const ARITHMETIC_OPS = ['+', '-', '*', '/', '%', 'div', '^'] as const;
export type ArithmeticOp = (typeof ARITHMETIC_OPS)[number];

/** Spelled as in CQL2 JSON; text is the same in any case. */
export const SPATIAL_OPS = [
  's_intersects',
  's_equals',
  's_disjoint',
  's_touches',
  's_within',
  's_overlaps',
  's_crosses',
  's_contains',
] as const;
export type SpatialOp = (typeof SPATIAL_OPS)[number];

export const TEMPORAL_OPS = [
  't_after',
  't_before',
  't_contains',
  't_disjoint',
  't_during',
  't_equals',
  't_finishedBy',
  't_finishes',
  't_intersects',
  't_meets',
  't_metBy',
  't_overlappedBy',
  't_overlaps',
  't_startedBy',
  't_starts',
] as const;
export type TemporalOp = (typeof TEMPORAL_OPS)[number];

/** Those that instants can take part in; the others compare intervals only. */
export const INSTANT_OPS: ReadonlySet<TemporalOp> = new Set([
  't_after',
  't_before',
  't_disjoint',
  't_equals',
  't_intersects',
]);

export const ARRAY_OPS = ['a_equals', 'a_contains', 'a_containedBy', 'a_overlaps'] as const;
export type ArrayOp = (typeof ARRAY_OPS)[number];

/** The geometry of a feature, and its id; every other name is a property. */
export const GEOMETRY_NAME = 'geometry';
export const ID_NAME = 'id';

/** The name in a list that equals this one but for case. */
export function findName<T extends string>(names: readonly T[], name: string): T | undefined {
  const wanted = name.toLowerCase();
  return names.find((known) => known.toLowerCase() === wanted);
}
