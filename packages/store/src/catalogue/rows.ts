import type { Account, Catalogue, ProjectHead, ProjectRecord, Session, SpaceTable } from '../catalogue.ts';
import type { Effect, Maybe } from '../read/effect.ts';

/** The tables of a catalogue, as rules see them. What is JSON is text, which keeps all digits. */
export type Tables = {
  account: Omit<Account, 'profile'> & { profile: string };
  token: { id: string; secretHash: string; account: string; body: string };
  session: Omit<Session, 'client'> & { client: string | null };
  knownAddress: { account: string; address: string; seenAt: number };
  serverKey: { name: string; value: string };
  space: { serial: number; id: string; storageKey: string; owner: string | null; body: string };
  /** Storage keys without a space. */
  orphan: { storageKey: string };
  project: ProjectRecord;
  /** The same rows without their texts, to be read only. */
  projectHead: ProjectHead;
  /** An entry as JSON text; what it is found by is beside it, the subject as JSON text. */
  auditEntry: { serial: number; at: number; action: string; account: string; subject: string; body: string };
};
export type TableName = keyof Tables;

/** A value that a column has; or one that it has not, one that it is no greater than, one that it is above, or both. */
export type Test<V> = V | { not: V } | { atMost: V } | { above: V } | { above: V; atMost: V };
/** All of it holds. */
export type Where<N extends TableName> = { [C in keyof Tables[N]]?: Test<Tables[N][C]> };

/** What is new in a table; serial numbers are given by it. */
export type NewRow<N extends TableName> = Omit<Tables[N], 'serial'>;

/** The columns whose values no two rows of a table may share: a second row is not inserted. */
export const KEYS: { readonly [N in TableName]?: readonly (keyof Tables[N] & string)[] } = {
  account: ['email'],
  knownAddress: ['account', 'address'],
  serverKey: ['name'],
  space: ['id'],
  project: ['id'],
};

/** The tables whose rows are numbered, never twice alike. */
export const NUMBERED: readonly TableName[] = ['space', 'project', 'auditEntry'];

/** The newest rows first, without so many of them. */
export type Newest = { skip: number };

/** What an engine offers to store a catalogue with: at once or later. */
export interface CatalogueRows {
  /** Rows of which one of the conditions holds, the oldest first unless the newest are asked for. */
  select<N extends TableName>(
    table: N,
    anyOf: readonly Where<N>[],
    limit?: number,
    newest?: Newest,
  ): Maybe<Tables[N][]>;
  count<N extends TableName>(table: N, where: Where<N>): Maybe<number>;
  /** The row, with its serial number if it has one; undefined where its key is taken. */
  insert<N extends TableName>(table: N, row: NewRow<N>): Maybe<Tables[N] | undefined>;
  /** The rows that have changed, as they are now. */
  update<N extends TableName>(table: N, where: Where<N>, values: Partial<NewRow<N>>): Maybe<Tables[N][]>;
  /** How many are gone. */
  remove<N extends TableName>(table: N, where: Where<N>): Maybe<number>;
}

/** The calls of a table, as work that leaves it to the engine how rows are read and written. */
export type Rules<T> = {
  [M in keyof T]: T[M] extends (...args: infer A) => infer R ? (...args: A) => Effect<Awaited<R>> : never;
};

/** Everything but what is cached. */
export type StoredTables = Omit<Catalogue, 'refresh' | 'spaces'> & { spaces: Omit<SpaceTable, 'known'> };
export type TableRules = { [T in keyof StoredTables]: Rules<StoredTables[T]> };
