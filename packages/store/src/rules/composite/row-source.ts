import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureQuery } from '../../model/query/query.ts';
import type { Statistics } from '../../model/results.ts';

/** What rows must pass, as far as an index can tell. */
export type RowQuery = Pick<FeatureQuery, 'filter' | 'part'> & { area?: AreaTest | undefined };

/** An answer that some engines have at once and others must wait for. */
export type Maybe<T> = T | Promise<T>;

/** Gives the next piece with each call; undefined behind the last. A piece may be empty. */
export type Cursor<T> = () => Maybe<T[] | undefined>;

/** The rows of one space, as far as combining them with others needs. Every engine offers this. */
export interface RowSource {
  /** The rows that may pass, in insertion order, behind an insertion number. Tags are settled. */
  rows(query: RowQuery, after: number): Cursor<ReadRow>;
  /** The ids of all rows. */
  ids(): Cursor<string>;
  /** The rows of those ids that are there, in any order. */
  byIds(ids: readonly string[]): Maybe<ReadRow[]>;
  /** Insertion numbers of those ids that are there. */
  seqsOf(ids: readonly string[]): Maybe<Map<string, number>>;
  /**
   * Ids of all rows that may pass, if an index leads to them and they are not more than `most`. The query has one
   * condition only.
   */
  candidateIds(query: RowQuery, most: number): Maybe<string[] | undefined>;
  /** How many rows pass, once it is known; called until then. */
  counting(query: RowQuery): () => Maybe<number | undefined>;
  statistics(): Maybe<Statistics>;
}

/**
 * A piece of work that leaves it to the engine how reads are done: it hands out each read as a function and is resumed
 * with its result. Arrays are what it has found.
 */
export type Asking<T> = Generator<(() => Maybe<unknown>) | ReadRow[], T, unknown>;

export function* ask<T>(read: () => Maybe<T>): Asking<T> {
  return (yield read) as T;
}

/** For engines whose reads are done when they return: finds rows step by step; an empty step only cost time. */
export function* resolved<T>(work: Asking<T>): Generator<ReadRow[], T, void> {
  let result: unknown;
  for (;;) {
    const { value, done } = work.next(result);
    if (done) return value;
    if (Array.isArray(value)) {
      result = undefined;
      yield value;
    } else {
      result = value();
      yield [];
    }
  }
}

/** The same for engines that must wait. */
export async function* awaited<T>(work: Asking<T>): AsyncGenerator<ReadRow[], T, void> {
  let result: unknown;
  for (;;) {
    const { value, done } = work.next(result);
    if (done) return value;
    if (Array.isArray(value)) {
      result = undefined;
      yield value;
    } else result = await value();
  }
}
