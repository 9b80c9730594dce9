import type { BBox } from '@meridian/geo';

/** What can be asked of a space. Plain data, fully validated: nothing here can be malformed. */

/** OR of ANDs, tags normalised: `a,b+c` → [[a],[b,c]]. Empty = no filter. */
export type TagFilter = readonly (readonly string[])[];

export const COMPARISONS = ['=', '!=', '>', '>=', '<', '<=', 'contains'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Where to look in a feature: below `properties`, or at its root. */
export type FeaturePath = { root: 'properties' | 'feature'; path: readonly string[] };

/** A value to compare with. `null` is the `.null` of the query syntax; objects only with `contains`. */
export type Operand = string | number | boolean | null | { [name: string]: unknown };

/** One key with its alternatives: `p.n=1,2` → n equals 1 or 2; with `!=`: neither. */
export type PropertyTest = FeaturePath & { comparison: Comparison; operands: readonly Operand[] };

export type FeatureFilter = { tags: TagFilter; tests: readonly PropertyTest[] };

export const NO_FILTER: FeatureFilter = { tags: [], tests: [] };

/** `p.a.b` → below properties; `any` → the root member or, if there is none, the property of that name. */
export type SelectedPath = { root: 'properties' | 'any'; path: readonly string[] };

/** How features are shown. Absent selection = everything. */
export type FeatureView = {
  selection?: readonly SelectedPath[];
  force2D?: boolean;
  coordinates?: 'stored' | 'datahub';
  /** Geometries cut to the area of the query; what becomes empty is left out. */
  clip?: boolean;
};

/** Where features must be: in one of these boxes; there are two where a box crosses the antimeridian. */
export type Area = { boxes: readonly BBox[] };

export type SortKey = FeaturePath & { descending: boolean };

/** A place in a sorted walk: behind the feature that had these values. */
export type SortedPlace = { seq: number; values: unknown[] };

/** A walk over a space in insertion order (or by `sort`). */
export type FeatureQuery = {
  filter: FeatureFilter;
  view: FeatureView;
  limit: number;
  /** Continue behind this insertion number. */
  after: number;
  sort: readonly SortKey[];
  /** With `sort`: continue behind this place. */
  afterSorted?: SortedPlace;
  /** Only the i-th of n disjoint parts (from 0). */
  part?: { index: number; count: number };
  /** Only features that meet this area. */
  area?: Area;
  /** Features as they were in this version of the space; not together with `area`. */
  version?: number;
};

export const CHANGES = ['inserted', 'updated', 'deleted'] as const;
export type Change = (typeof CHANGES)[number];

/** A place among the changes: behind this feature, of those that this version changed so. */
export type ChangePlace = { version: number; change: Change; seq: number };

/** The changes that the versions `from` to `to` made, in this order: version, inserted to deleted, insertion. */
export type ChangesQuery = {
  from: number;
  to: number;
  limit: number;
  after?: ChangePlace;
  /** Just one version is asked for, and its Changeset is to stand alone. */
  alone: boolean;
};
