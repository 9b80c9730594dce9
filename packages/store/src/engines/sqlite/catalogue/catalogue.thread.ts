import { workerData } from 'node:worker_threads';
import { parseStored } from '../../../model/json/exact-json.ts';
import { receiveCalls } from '../../../thread/rpc.ts';
import { openForWriting } from '../database.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { openTables } from './tables.ts';

/** The thread that owns the catalogue. A call names a table and one of its methods: `spaces.add`. */
const { path } = workerData as { path: string };
const database = openForWriting(path, CATALOGUE_MIGRATIONS);
const tables = openTables(database) as unknown as Record<
  string,
  Record<string, (...args: unknown[]) => unknown>
>;

receiveCalls(({ method, args, reply }) => {
  reply(() => {
    if (method === 'close') return { result: database.close() };
    const [table, name] = method.split('.');
    const given = parseStored(args[0] as string) as unknown[];
    return { result: JSON.stringify(tables[table!]![name!]!(...given)) };
  });
});
