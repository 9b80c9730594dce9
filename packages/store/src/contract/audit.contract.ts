import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, AuditEntry, AuditFilter, Catalogue, Token } from '../catalogue.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const NO_LIMIT = { before: 0, max: 1_000_000, of: { action: 'none', max: 1_000_000 } };

function entryOf(action: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return { at: 1000, action, account: 'who', subject: 'what', details: { via: 'http' }, ...changes };
}

/** The audit log: what is written with a change is there if the change is, and only then. */
export function auditContract(catalogue: () => Catalogue): void {
  const page = async (filter: AuditFilter, below = EVERYTHING, limit = 100) =>
    (await catalogue().audit.page(filter, below, limit)).map(({ serial: _, ...entry }) => entry);
  const actionsOf = async (account: string) => (await page({ account })).map(({ action }) => action);

  describe('the audit log', () => {
    test('gives back what was added, the newest first, page by page', async () => {
      const { audit } = catalogue();
      const entries = ['a', 'b', 'c'].map((action, i) =>
        entryOf(action, {
          account: 'paged',
          at: 10 + i,
          subject: 'é\0"',
          details: { n: i, text: "O'Hara" },
        }),
      );
      for (const entry of entries) await audit.add(entry);
      const first = await audit.page({ account: 'paged' }, EVERYTHING, 2);
      assert.deepEqual(
        first.map(({ action }) => action),
        ['c', 'b'],
      );
      assert.ok(first[0]!.serial > first[1]!.serial);
      assert.deepEqual(await page({ account: 'paged' }, first[1]!.serial), [entries[0]]);
    });

    test('is filtered by time, account, action and subject, which must all hold', async () => {
      const { audit } = catalogue();
      const times = [100, 200, 300];
      for (const at of times) await audit.add(entryOf('timed', { account: 'f', at, subject: `s${at}` }));
      await audit.add(entryOf('other', { account: 'f', at: 200 }));
      const at = async (filter: AuditFilter) => (await page({ account: 'f', ...filter })).map((e) => e.at);
      assert.deepEqual(await at({ action: 'timed' }), [300, 200, 100]);
      assert.deepEqual(await at({ since: 200, until: 300 }), [200, 200]);
      assert.deepEqual(await at({ since: 300 }), [300]);
      assert.deepEqual(await at({ until: 200 }), [100]);
      assert.deepEqual(await at({ subject: 's300' }), [300]);
      assert.deepEqual(await page({ account: "' OR 1=1 --\0" }), []);
    });

    test('has the entry of a change with the change, and none of one that was refused', async () => {
      const { accounts, tokens, sessions } = catalogue();
      const account: Account = {
        ...{ id: 'audited', email: 'audited@example.org', passwordHash: 'hash', admin: false },
        ...{ disabled: false, createdAt: 1, appId: 'app', profile: {} },
      };
      const token: Token = { id: 't-audited', secretHash: 's', account: 'audited', issuedAt: 1, rights: {} };
      const session = { idHash: 'i-audited', account: 'audited', createdAt: 1, expiresAt: 2 ** 50 };
      const by = (action: string) => entryOf(action, { account: 'changer' });
      assert.equal(await accounts.add(account, undefined, by('add')), true);
      assert.equal(await accounts.add({ ...account, id: 'other' }, undefined, by('refused')), false);
      await accounts.change('audited', { admin: true }, by('change'));
      assert.equal(await accounts.change('nobody', { admin: true }, by('refused')), undefined);
      await tokens.add(token, by('token'));
      assert.equal(await sessions.add(session, 'wrong', by('refused')), false);
      assert.equal(await sessions.add(session, 'hash', by('session')), true);
      await sessions.remove('nothing', by('refused'));
      await sessions.remove(session.idHash, by('end'));
      assert.equal(await tokens.remove(token.id, by('revoke')), true);
      assert.equal(await tokens.remove(token.id, by('refused')), false);
      assert.deepEqual(await actionsOf('changer'), ['revoke', 'end', 'session', 'token', 'change', 'add']);
    });

    test('has the entries of spaces and projects in the same way', async () => {
      const { spaces, projects } = catalogue();
      const by = (action: string) => entryOf(action, { account: 'keeper' });
      const ref = await spaces.reserve('audited-space');
      const added = await spaces.add(ref, { id: 'audited-space' }, undefined, by('add'));
      assert.ok(typeof added !== 'string');
      const taken = await spaces.add(await spaces.reserve('audited-space'), {}, undefined, by('refused'));
      assert.equal(taken, 'taken');
      const updated = await spaces.update(added, { id: 'audited-space', title: 'T' }, by('change'));
      assert.equal(await spaces.update(added, { id: 'audited-space' }, by('refused')), undefined);
      assert.ok(updated);
      assert.equal(await spaces.remove(updated, by('delete')), true);
      assert.equal(await spaces.remove(updated, by('refused')), false);
      const state = { owner: 'me', published: true, text: '{}' };
      const project = await projects.add('audited-project', state, by('publish'));
      assert.equal(await projects.add('audited-project', state, by('refused')), undefined);
      const changed = await projects.update(project!, state, by('project'));
      assert.equal(await projects.update(project!, state, by('refused')), undefined);
      assert.equal(await projects.remove(project!, by('refused')), false);
      assert.equal(await projects.remove(changed!, by('gone')), true);
      const actions = await actionsOf('keeper');
      assert.deepEqual(actions, ['gone', 'project', 'publish', 'delete', 'change', 'add']);
    });

    test('is pruned by age, by the number of one action and by the number of all', async () => {
      const { audit } = catalogue();
      await audit.prune({ ...NO_LIMIT, max: 0 });
      for (const at of [1, 2, 3, 4, 5, 6]) await audit.add(entryOf(at % 2 ? 'odd' : 'even', { at }));
      const left = async () => (await page({})).map(({ at }) => at);
      assert.equal(await audit.prune({ ...NO_LIMIT, before: 2 }), 1);
      assert.deepEqual(await left(), [6, 5, 4, 3, 2]);
      assert.equal(await audit.prune({ ...NO_LIMIT, of: { action: 'even', max: 1 } }), 2);
      assert.deepEqual(await left(), [6, 5, 3]);
      assert.equal(await audit.prune({ ...NO_LIMIT, max: 2 }), 1);
      assert.deepEqual(await left(), [6, 5]);
      const [last] = await audit.page({}, EVERYTHING, 1);
      await audit.add(entryOf('next'));
      const [next] = await audit.page({}, EVERYTHING, 1);
      assert.ok(next!.serial > last!.serial);
    });
  });
}
