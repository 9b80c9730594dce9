import type { FeatureSource } from '../source.ts';
import type { Area, FeatureFilter, FeaturePath } from './query.ts';

export const TIME_UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** How the limits of classes are found. */
export const BIN_METHODS = ['equal', 'quantile', 'natural'] as const;
export type BinMethod = (typeof BIN_METHODS)[number];

/** What features are grouped by; `name` is what it is called in the response. */
export type GroupKey = { name: string } & (
  | { kind: 'value'; path: FeaturePath }
  /** A feature is in the group of each of its tags. */
  | { kind: 'tags' }
  | { kind: 'time'; path: FeaturePath; unit: TimeUnit; timeZone: string }
  | { kind: 'h3'; resolution: number }
  | { kind: 'quad'; zoom: number }
  /** A feature is in the group of each feature of the other space that it meets: of its id, or of this property of it. */
  | { kind: 'features'; source: FeatureSource; property?: readonly string[] }
  | { kind: 'bins'; path: FeaturePath; count: number; method: BinMethod }
  /** Classes between these limits, ascending, and one on either side. */
  | { kind: 'limits'; path: FeaturePath; limits: readonly number[] }
);

/** What is computed of the values of a group; `name` is what it is called in the response. */
export type ValueMeasure = { name: string; path: FeaturePath } & (
  | { kind: 'count' | 'sum' | 'mean' | 'min' | 'max' | 'distinct' }
  | { kind: 'quantile'; at: number }
);

/** The same, or the mean of where the features are, for groups by cells: of the centres of their boxes. */
export type Measure = ValueMeasure | { name: string; kind: 'centre' };

/** By the number of features, by a key or by a measure, as numbered in the query. */
export type GroupOrder = { by: 'count' | { key: number } | { measure: number }; descending: boolean };

/** Behind the group that had these values: those of the order, then those of the keys. */
export type GroupCursor = readonly unknown[];

export type AggregateQuery = {
  filter: FeatureFilter;
  area?: Area;
  /** None = one group of everything. */
  groupBy: readonly GroupKey[];
  measures: readonly Measure[];
  /** Equal ones are in the order of their keys. */
  order: readonly GroupOrder[];
  limit: number;
  after?: GroupCursor;
  /** Features as they were in this version of the space; those of spaces that it groups by are as they are. */
  version?: number;
};

/** How an aggregate ended: how many features and groups there are in all, and where the next page begins. */
export type AggregateEnd = { count: number; groupCount: number; after?: GroupCursor };

export const MAX_GROUPS = 100_000;
/** Different values that `distinct` tells apart, over all groups. */
export const MAX_DISTINCT = 2_000_000;
/** Numbers that quantiles and classes are made from, over all groups. */
export const MAX_NUMBERS = 10_000_000;
/** Features of another space that can be grouped by. */
export const MAX_REFERENCES = 10_000;
