import type { SpaceRef } from '../model/source.ts';
import type { Effect } from '../read/effect.ts';
import type { StoredTables, TableRules } from './rows.ts';

/**
 * What a call needs of an engine that other processes write to at the same time. `single`: each of its statements is right by
 * itself. `atomic`: all of them or none, and no cached row changes meanwhile. `versioned`: the same, and it changes rows that
 * every process has cached.
 */
export type Isolation = 'single' | 'atomic' | 'versioned';

type Calls = {
  [T in keyof StoredTables]: { [M in Exclude<keyof StoredTables[T], 'cached'>]: Isolation };
};

/** Every call of a catalogue; the compiler holds the list against the interface. */
const CALLS: Calls = {
  accounts: { all: 'single', byId: 'single', byEmail: 'single', add: 'atomic', change: 'versioned' },
  tokens: { ofAccount: 'single', byId: 'single', bySecret: 'single', add: 'atomic', remove: 'versioned' },
  sessions: {
    add: 'atomic',
    byIdHash: 'single',
    ofAccount: 'single',
    setClient: 'single',
    remove: 'atomic',
    removeExpired: 'single',
  },
  knownAddresses: { has: 'single', add: 'single' },
  keys: { getOrAdd: 'single', swap: 'single' },
  spaces: {
    all: 'single',
    reserve: 'single',
    add: 'versioned',
    update: 'versioned',
    remove: 'versioned',
    orphans: 'single',
    forget: 'single',
  },
  projects: {
    get: 'single',
    head: 'single',
    add: 'atomic',
    update: 'atomic',
    remove: 'atomic',
    page: 'single',
  },
  audit: { add: 'single', page: 'single', prune: 'single' },
};

export type CatalogueCall = { table: string; method: string; args: readonly unknown[]; isolation: Isolation };

/** The tables as others call them; `run` carries out a call. */
export function catalogueTables(run: (call: CatalogueCall) => Promise<unknown>): StoredTables {
  const tables = Object.entries(CALLS).map(([table, methods]) => {
    const calls = Object.entries(methods).map(([method, isolation]) => [
      method,
      (...args: unknown[]) => run({ table, method, args, isolation }),
    ]);
    return [table, Object.fromEntries(calls)];
  });
  // Every call of the interface is in the list.
  return Object.fromEntries(tables) as StoredTables;
}

type AnyRules = {
  readonly [table: string]: { readonly [method: string]: (...args: unknown[]) => Effect<unknown> };
};

/** What the rules do for a call of `catalogueTables`, or of a thread that has one. */
export function effectOf(
  rules: TableRules,
  { table, method, args }: Omit<CatalogueCall, 'isolation'>,
): Effect<unknown> {
  // The call was typed where it was made, by the interface that the rules are written after.
  return (rules as unknown as AnyRules)[table]![method]!(...args);
}

/** The id of the space whose cached row a call changes, null where it is the row of an account or token; undefined where none is. */
export function spaceChangedBy({
  table,
  method,
  args,
}: Omit<CatalogueCall, 'isolation'>): string | null | undefined {
  const calls: Readonly<Record<string, Readonly<Record<string, Isolation>>>> = CALLS;
  if (calls[table]?.[method] !== 'versioned') return undefined;
  return table === 'spaces' ? (args[0] as SpaceRef).id : null;
}
