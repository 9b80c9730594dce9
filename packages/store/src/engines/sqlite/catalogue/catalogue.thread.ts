import { workerData } from 'node:worker_threads';
import { catalogueRules } from '../../../catalogue/rules.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import { type Effect, settled } from '../../../read/effect.ts';
import type { CatalogueCalls } from '../../../thread/calls.ts';
import { receiveCalls } from '../../../thread/rpc.ts';
import { openForWriting, transaction } from '../database.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { newFileName } from '../space-files.ts';
import { asCatalogueFault } from './catalogue-file.ts';
import { SqliteRows } from './sqlite-rows.ts';

/** The thread that owns the catalogue. A call names a table and one of its methods. */
const { path }: { path: string } = workerData;
const database = openForWriting(path, CATALOGUE_MIGRATIONS);
const tables = catalogueRules(new SqliteRows(database), newFileName) as unknown as Record<
  string,
  Record<string, (...args: unknown[]) => Effect<unknown>>
>;

receiveCalls<CatalogueCalls>((call) => {
  if (call.method === 'close') return call.reply(() => ({ result: database.close() }));
  const [table, method, args] = call.args;
  call.reply(() => {
    const given = parseStored(args) as unknown[];
    try {
      const result = transaction(database, () => settled(tables[table]![method]!(...given)));
      return { result: JSON.stringify(result) };
    } catch (error) {
      throw asCatalogueFault(error);
    }
  });
});
