import { workerData } from 'node:worker_threads';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { CatalogueCalls } from '../../../thread/calls.ts';
import { receiveCalls } from '../../../thread/rpc.ts';
import { openForWriting } from '../database.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { asCatalogueFault } from './catalogue-file.ts';
import { openTables } from './tables.ts';

/** The thread that owns the catalogue. A call names a table and one of its methods. */
const { path } = workerData as { path: string };
const database = openForWriting(path, CATALOGUE_MIGRATIONS);
const tables = openTables(database) as unknown as Record<
  string,
  Record<string, (...args: unknown[]) => unknown>
>;

receiveCalls<CatalogueCalls>((call) => {
  if (call.method === 'close') return call.reply(() => ({ result: database.close() }));
  const [table, method, args] = call.args;
  call.reply(() => {
    const given = parseStored(args) as unknown[];
    try {
      return { result: JSON.stringify(tables[table]![method]!(...given)) };
    } catch (error) {
      throw asCatalogueFault(error);
    }
  });
});
