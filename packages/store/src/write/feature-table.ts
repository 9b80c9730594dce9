import type { GeometryFacts } from '@meridian/geo';
import type { Feature } from '../feature/feature.ts';
import { type FeatureText, readFeatureText } from '../feature/feature-text.ts';

type RowMarks = { seq: number; id: string; createdAt: number; updatedAt: number };

/** A feature as the engine keeps it, taken apart at most once. */
export class StoredRow {
  readonly seq: number;
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly stored: FeatureText;
  #feature: Feature | undefined;

  constructor({ seq, id, createdAt, updatedAt }: RowMarks, stored: FeatureText) {
    this.seq = seq;
    this.id = id;
    this.createdAt = createdAt;
    this.updatedAt = updatedAt;
    this.stored = stored;
  }

  get text(): string {
    return this.stored.text;
  }

  get feature(): Feature {
    this.#feature ??= readFeatureText(this.id, this.stored);
    return this.#feature;
  }
}

/** A feature about to be kept. */
export type NewRow = FeatureText & {
  feature: Feature;
  facts: GeometryFacts | undefined;
  createdAt: number;
  updatedAt: number;
};

/** One space inside one transaction, as the write rules see it. Every engine offers this. */
export interface FeatureTable {
  get(id: string): StoredRow | undefined;
  insert(row: NewRow): void;
  /** The feature keeps its place in the insertion order. */
  replace(before: StoredRow, row: NewRow): void;
  remove(before: StoredRow): void;
  /** How many features there are now, this transaction included. */
  count(): number;
}
