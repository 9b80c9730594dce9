import type { KeyTable, KnownAddressTable } from '../catalogue.ts';
import { ask } from '../read/effect.ts';
import type { CatalogueRows, Rules } from './rows.ts';

export function knownAddressRules(rows: CatalogueRows): Rules<KnownAddressTable> {
  return {
    *has(account, address) {
      return (yield* ask(() => rows.select('knownAddress', [{ account, address }], 1))).length > 0;
    },
    *add(account, address, seenAt, max) {
      const added = yield* ask(() => rows.insert('knownAddress', { account, address, seenAt }));
      if (!added) yield* ask(() => rows.update('knownAddress', { account, address }, { seenAt }));
      const all = yield* ask(() => rows.select('knownAddress', [{ account }]));
      for (const old of all.sort((a, b) => b.seenAt - a.seenAt).slice(max))
        yield* ask(() => rows.remove('knownAddress', { account, address: old.address }));
    },
  };
}

export function keyRules(rows: CatalogueRows): Rules<KeyTable> {
  return {
    *getOrAdd(name, value) {
      yield* ask(() => rows.insert('serverKey', { name, value }));
      const [row] = yield* ask(() => rows.select('serverKey', [{ name }], 1));
      return row!.value;
    },
    *swap(name, before, after) {
      const where = { name, value: before };
      return (yield* ask(() => rows.update('serverKey', where, { value: after }))).length === 1;
    },
  };
}
