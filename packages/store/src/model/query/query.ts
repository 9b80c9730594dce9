import type { Expression } from '@meridian/filter';
import type { BBox, Geometry, HexbinSampling, TileAddress, VizSampling } from '@meridian/geo';
import type { Comparison, Operand } from './comparison.ts';

export { COMPARISONS, type Comparison, type Operand, passesComparison } from './comparison.ts';

/** What can be asked of a space. Plain data, fully validated: nothing here can be malformed. */

/** OR of ANDs, tags normalised: `a,b+c` → [[a],[b,c]]. Empty = no filter. */
export type TagFilter = readonly (readonly string[])[];

/** Where to look in a feature: below `properties`, or at its root. */
export type FeaturePath = { root: 'properties' | 'feature'; path: readonly string[] };

/** One key with its alternatives: `p.n=1,2` → n equals 1 or 2; with `!=`: neither. */
export type PropertyTest = FeaturePath & { comparison: Comparison; operands: readonly Operand[] };

/** A condition of CQL2 that is not one of those above. */
export type ExpressionTest = { root: 'expression'; expression: Expression };

/**
 * Each of these words, folded as `wordsOf` gives them, begins a word of a text or number below `properties`, or at one of
 * these paths there.
 */
export type TextTest = {
  root: 'text';
  words: readonly string[];
  paths?: readonly (readonly string[])[];
};

export type FeatureTest = PropertyTest | ExpressionTest | TextTest;

/** Those that indexes and texts can narrow down. */
export function propertyTests(tests: readonly FeatureTest[]): PropertyTest[] {
  return tests.filter((test) => test.root !== 'expression' && test.root !== 'text');
}

/** All of these must hold. */
export type FeatureFilter = { tags: TagFilter; tests: readonly FeatureTest[] };

export const NO_FILTER: FeatureFilter = { tags: [], tests: [] };

/** Whether a filter lets everything pass. */
export function isEmptyFilter({ tags, tests }: FeatureFilter): boolean {
  return tags.length === 0 && tests.length === 0;
}

/** `p.a.b` → below properties; `any` → the root member or, if there is none, the property of that name. */
export type SelectedPath = { root: 'properties' | 'any'; path: readonly string[] };

/** How features are shown. Absent selection = everything. */
export type FeatureView = {
  selection?: readonly SelectedPath[];
  /** Without what the hub notes in `@ns:com:here:xyz`, unless a selection names it. */
  hidesNamespace?: boolean;
  force2D?: boolean;
  coordinates?: 'stored' | 'datahub';
  /** Coordinates in the system of this EPSG code, in the order of its axes. */
  crs?: number;
  /** Geometries cut to the area of the query; what becomes empty is left out. */
  clip?: boolean;
  /** Geometries as far as a map of this tile can show them; what can't be seen on it is left out. */
  viz?: TileAddress;
};

/**
 * Where features must be: in one of these boxes (there are two where a box crosses the antimeridian), or within so
 * many metres of a shape. With a radius of 0 they must share a point with it; with a negative one, with what of it is
 * further than that from its outline.
 */
export type Area = { boxes: readonly BBox[] } | { shape: Geometry; radius: number };

export type SortKey = FeaturePath & { descending: boolean };

/** The number in `properties` by which features are shown first where not all can be: the greatest, or the least. */
export type RankKey = { path: readonly string[]; isLeastFirst: boolean };

/** A cursor in a sorted scan: behind the feature that had these values. */
export type SortCursor = { seq: number; values: unknown[] };

/** A scan of a space in insertion order (or by `sort`). */
export type FeatureQuery = {
  filter: FeatureFilter;
  view: FeatureView;
  limit: number;
  /** Continue behind this insertion number. */
  after: number;
  sort: readonly SortKey[];
  /** The best matches of this first, instead of `sort`; equally good ones in the order of insertion. */
  rankedBy?: TextTest;
  /** With `sort`: continue behind this cursor. */
  afterSorted?: SortCursor;
  /** Only the i-th of n disjoint parts (from 0). */
  part?: { index: number; count: number };
  /** Only features that meet this area. */
  area?: Area;
  /** Features as they were in this version of the space. */
  version?: number;
  /** Where more match than a map can show, only a part of them: the same every time, and all of them again further in. */
  sampling?: VizSampling;
  /** Only this fraction of what matches, however much that is: the same features every time. */
  fraction?: number;
};

/** What is counted. */
export type CountQuery = {
  filter: FeatureFilter;
  area?: Area;
  version?: number;
  /** Not counted where counters, indexes and columns would leave more rows than this to be read. */
  maxRows?: number;
};

/** The time of features is in one property, or lasts from one to another; no more than so many rows are read. */
export type TimeExtentQuery = { start: readonly string[]; end?: readonly string[]; maxRows: number };

export const CHANGES = ['inserted', 'updated', 'deleted'] as const;
export type Change = (typeof CHANGES)[number];

/** A cursor among the changes: behind this feature, of those that this version changed so. */
export type ChangeCursor = { version: number; change: Change; seq: number };

/** The changes that the versions `from` to `to` made, in this order: version, inserted to deleted, insertion. */
export type ChangesQuery = {
  from: number;
  to: number;
  limit: number;
  after?: ChangeCursor;
  /** How the features are shown; neither clipped nor made for a map. */
  view: FeatureView;
  /** Just one version is asked for, and its Changeset is to stand alone. */
  alone: boolean;
  /**
   * All versions as one: each feature once, with the last change that was made to it. Then changes are in this order:
   * inserted to deleted, version, insertion.
   */
  compact?: boolean;
};

/** A vector tile: the features of a tile, drawn on its grid. */
export type TileQuery = {
  tile: TileAddress;
  /** The tile is widened by so many pixels of its 256 on every side. */
  marginPixels: number;
  /** The name of its one layer. */
  layer: string;
  filter: FeatureFilter;
  limit: number;
  /** Absent = all properties. */
  selection?: readonly SelectedPath[];
  /** Nested values under dotted keys instead of as JSON text. */
  flatten: boolean;
  /** What the keys of properties begin with; only where they are flattened. */
  keyPrefix?: string;
  /** Cut to the widened tile. */
  clip: boolean;
  /** Geometries only as far as a map of this tile can show them. */
  viz: boolean;
  sampling: VizSampling;
  /** Only this fraction of what matches, however much that is; not of cells. */
  fraction?: number;
  /** Draws cells instead of features. */
  clustering?: Clustering;
  /**
   * As a map shows it, in no more than so many bytes. `isWhole`: with all properties, long texts and namespace too. `mayBePart`:
   * of the features that are filed by now, where the others are being filed.
   */
  auto?: { maxBytes: number; isWhole: boolean; rank?: RankKey; mayBePart?: boolean };
  /** Features as they were in this version of the space. */
  version?: number;
};

/** Features counted in cells instead of shown one by one. */
export type Clustering =
  | {
      kind: 'hexbin';
      /** Of H3, 0 to 15. */
      resolution: number;
      /** The zoom it was asked for. */
      level: number;
      /** Where the value is of which statistics are made, below `properties`. */
      property?: readonly string[];
      /** Cells as points, with their outline beside. */
      pointmode: boolean;
      /** Counts each feature once, where its first coordinate is. */
      singlecoord: boolean;
      sampling: HexbinSampling;
    }
  | {
      kind: 'quadbin';
      /** Of the cells: tiles of Web Mercator. */
      zoom: number;
    };

export type ClusterQuery = {
  area: Area;
  filter: FeatureFilter;
  /** The most cells. */
  limit: number;
  clustering: Clustering;
  /** Features as they were in this version of the space. */
  version?: number;
};
