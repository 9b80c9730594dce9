import type { FeatureInput } from './feature.ts';

export type IfExists = 'patch' | 'replace' | 'merge' | 'delete' | 'retain' | 'error';
export type IfMissing = 'create' | 'retain' | 'error';
export type IfConflict = 'error' | 'retain' | 'replace';

/** One step of a write: a batch of features, or bare ids, under one rule. */
export interface Modification {
  readonly features: readonly FeatureInput[];
  readonly ids?: readonly string[];
  readonly ifExists: IfExists;
  readonly ifMissing: IfMissing;
  /** `error` if absent. */
  readonly ifConflict?: IfConflict;
}
