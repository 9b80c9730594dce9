import type { GeometryFacts } from '@meridian/geo';
import type { Feature, Revision } from '../../model/feature/feature.ts';
import { type FeatureText, readFeatureText } from '../../model/feature/feature-text.ts';

export type RowHeader = { seq: number; id: string; createdAt: number; updatedAt: number };

/** A feature as the engine keeps it, taken apart at most once. */
export class StoredRow {
  readonly seq: number;
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly stored: FeatureText;
  #parts: { feature: Feature; revision: Revision } | undefined;

  constructor({ seq, id, createdAt, updatedAt }: RowHeader, stored: FeatureText) {
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
    return this.#takenApart().feature;
  }

  get revision(): Revision {
    return this.#takenApart().revision;
  }

  #takenApart() {
    this.#parts ??= readFeatureText(this.id, this.stored);
    return this.#parts;
  }
}

/** A feature about to be stored. */
export type NewRow = FeatureText & {
  feature: Feature;
  facts: GeometryFacts | undefined;
  createdAt: number;
  updatedAt: number;
};

/** How a client names the state of a feature that it knows: by its uuid, by a version of the space, or both. */
export type StateName = { uuid?: string; version?: number };

/**
 * One space inside one transaction, as the write rules see it. Every engine offers this. Where the request says that
 * the space keeps versions, the engine keeps what it replaces or removes.
 */
export interface FeatureTable {
  /** The version that this transaction makes, if it changes anything. */
  readonly nextVersion: number;
  /** The retained old state of a feature, now replaced or removed, that has this uuid, or else that was there in this version. */
  oldState(id: string, state: StateName): StoredRow | undefined;
  get(id: string): StoredRow | undefined;
  insert(row: NewRow): void;
  /** The feature keeps its position in insertion order. */
  replace(before: StoredRow, row: NewRow): void;
  remove(before: StoredRow): void;
  /** How many features there are now, this transaction included. */
  count(): number;
}
