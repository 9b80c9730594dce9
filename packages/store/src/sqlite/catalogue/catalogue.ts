import type { Catalogue } from '../../catalogue.ts';
import type { Thread } from '../../thread/rpc.ts';

/** The calls of each table; the compiler holds this list against the interface. */
const CALLS: { [T in keyof Catalogue]: (keyof Catalogue[T])[] } = {
  accounts: ['all', 'add'],
  tokens: ['all', 'add'],
  spaces: ['all', 'reserve', 'add', 'update', 'remove', 'strays', 'forget'],
};

/** A catalogue every call of which is carried out on its thread. */
export function catalogueOn(thread: Thread): Catalogue {
  const tables = Object.entries(CALLS).map(([table, calls]) => [
    table,
    Object.fromEntries(
      calls.map((name) => [name, (...args: unknown[]) => thread.call(`${table}.${name}`, args)]),
    ),
  ]);
  return Object.fromEntries(tables) as Catalogue;
}
