import { rememberSpaces } from '../../../catalogue/cached-spaces.ts';
import type { Catalogue } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { CatalogueCalls } from '../../../thread/calls.ts';
import type { Thread } from '../../../thread/rpc.ts';
import { rememberHolders } from './token-holders.ts';

/** The calls of each table; the compiler holds this list against the interface. */
const CALLS: { [T in Exclude<keyof Catalogue, 'refresh'>]: Exclude<keyof Catalogue[T], 'known'>[] } = {
  accounts: ['all', 'byId', 'byEmail', 'add', 'change'],
  tokens: ['ofAccount', 'byId', 'bySecret', 'add', 'remove'],
  sessions: ['add', 'byIdHash', 'setClient', 'remove', 'removeExpired'],
  knownAddresses: ['has', 'add'],
  keys: ['getOrAdd'],
  spaces: ['all', 'reserve', 'add', 'update', 'remove', 'orphans', 'forget'],
  projects: ['get', 'head', 'add', 'update', 'remove', 'page'],
};

/** A catalogue every call of which is carried out on its thread. */
export async function catalogueOn(thread: Thread<CatalogueCalls>): Promise<Catalogue> {
  const tables = Object.entries(CALLS).map(([table, calls]) => [
    table,
    Object.fromEntries(calls.map((name) => [name, callOn(thread, table, name)])),
  ]);
  const catalogue = Object.fromEntries(tables) as Catalogue;
  const spaces = await rememberSpaces(catalogue.spaces);
  return rememberHolders({ ...catalogue, spaces, refresh: async () => {} });
}

/** Arguments and responses travel as JSON text: that keeps numbers which no JavaScript number can hold. */
function callOn(
  thread: Thread<CatalogueCalls>,
  table: string,
  method: string,
): (...args: unknown[]) => Promise<unknown> {
  return async (...args) => {
    const given = args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1);
    const reply = await thread.call('run', [table, method, JSON.stringify(given)]);
    return reply === undefined ? undefined : parseStored(reply);
  };
}
