import { workerData } from 'node:worker_threads';
import { effectOf, spaceChangedBy } from '../../../catalogue/calls.ts';
import { catalogueRules } from '../../../catalogue/rules.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import { settled } from '../../../read/effect.ts';
import type { CatalogueCalls } from '../../../thread/calls.ts';
import { receiveCalls } from '../../../thread/rpc.ts';
import { openForWriting, transaction } from '../database.ts';
import { CATALOGUE_MIGRATIONS } from '../schema.ts';
import { newFileName } from '../space-files.ts';
import { asCatalogueFault } from './catalogue-file.ts';
import { noteChange } from './change-log.ts';
import { SqliteRows } from './sqlite-rows.ts';

/** The thread that owns the catalogue. A call names a table and one of its methods. `isShared`: other processes read it. */
const { path, isShared }: { path: string; isShared: boolean } = workerData;
const database = openForWriting(path, CATALOGUE_MIGRATIONS);
const rules = catalogueRules(new SqliteRows(database), newFileName);

receiveCalls<CatalogueCalls>((call) => {
  if (call.method === 'close') return call.reply(() => ({ result: database.close() }));
  const [table, method, text] = call.args;
  call.reply(() => {
    // An argument that was left out before others has become null on its way.
    const args = (parseStored(text) as unknown[]).map((argument) => argument ?? undefined);
    try {
      const result = transaction(database, () => {
        const changed = isShared ? spaceChangedBy({ table, method, args }) : undefined;
        const outcome = settled(effectOf(rules, { table, method, args }));
        if (changed !== undefined) noteChange(database, changed);
        return outcome;
      });
      return { result: JSON.stringify(result) };
    } catch (error) {
      throw asCatalogueFault(error);
    }
  });
});
