import { after, before, describe } from 'node:test';
import { auditContract } from './audit.contract.ts';
import { accountsContract } from './catalogue.accounts.contract.ts';
import { spaceTableContract } from './catalogue.spaces.contract.ts';
import type { Engine, FreshStore } from './engine.ts';

/** Everything that is not a feature, in a store of its own: lists are compared whole. */
export function catalogueContract(engine: Engine): void {
  describe('a catalogue', () => {
    let opened: FreshStore;
    before(async () => {
      opened = await engine.open();
    });
    after(() => opened.discard());

    accountsContract(() => opened.store.catalogue);
    spaceTableContract(() => opened);
    auditContract(() => opened.store.catalogue);
  });
}
