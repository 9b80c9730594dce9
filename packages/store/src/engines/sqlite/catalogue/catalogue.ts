import { rememberSpaces } from '../../../catalogue/cached-spaces.ts';
import { catalogueTables } from '../../../catalogue/calls.ts';
import type { Catalogue } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { CatalogueCalls } from '../../../thread/calls.ts';
import type { Thread } from '../../../thread/rpc.ts';
import { rememberHolders } from './token-holders.ts';

/**
 * A catalogue every call of which is carried out on its thread. Arguments and results travel as JSON text: that keeps numbers
 * which no JavaScript number can hold.
 */
export async function catalogueOn(thread: Thread<CatalogueCalls>): Promise<Catalogue> {
  const tables = catalogueTables(async ({ table, method, args }) => {
    const given = args.slice(0, args.findLastIndex((argument) => argument !== undefined) + 1);
    const reply = await thread.call('run', [table, method, JSON.stringify(given)]);
    return reply === undefined ? undefined : parseStored(reply);
  });
  const spaces = await rememberSpaces(tables.spaces);
  return rememberHolders({ ...tables, spaces, refresh: async () => {} });
}
