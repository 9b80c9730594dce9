import type { Store } from '../catalogue.ts';
import type { SpaceRef } from '../model/source.ts';

/** A store with nothing in it, made for a test. */
export type FreshStore = {
  /** Nothing outlasts the store: opened again, it is empty. */
  readonly isVolatile?: boolean;
  /** The store as it is open now. */
  readonly store: Store;
  /** Closes the store and opens what it left behind. */
  reopen(): Promise<Store>;
  /** Resolves when everything that makes reads cheaper is built, as far as it was asked for before a write. */
  indexed(space: SpaceRef): Promise<void>;
  /** Closes the store and removes all traces of it. */
  discard(): Promise<void>;
};

/** A kind of store to be held against the contract. */
export type Engine = { name: string; open(): Promise<FreshStore> };
