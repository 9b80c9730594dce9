import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { Account, Catalogue } from '../../../catalogue.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-access-'));
const store = await openSqliteStore(folder);
const catalogue: Catalogue = store.catalogue;
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

let next = 0;
async function newAccount(): Promise<Account> {
  const id = `account-${next++}`;
  const account: Account = {
    id,
    email: `${id}@example.org`,
    passwordHash: 'first',
    admin: false,
    disabled: false,
    createdAt: 1,
    appId: 'app',
    profile: { a: 1 },
  };
  assert.equal(await catalogue.accounts.add(account), true);
  return account;
}
const newToken = async ({ id }: Account) => {
  const token = { id: `token-${next++}`, secretHash: `hash-${next}`, account: id, issuedAt: 1, rights: {} };
  await catalogue.tokens.add(token);
  return token;
};
const session = ({ id }: Account, idHash: string, expiresAt = 100) => ({
  idHash,
  account: id,
  createdAt: 1,
  expiresAt,
});

describe('accounts', () => {
  test('are found by id and email, and come back as they are', async () => {
    const account = await newAccount();
    assert.deepEqual(await catalogue.accounts.byId(account.id), account);
    assert.deepEqual(await catalogue.accounts.byEmail(account.email), account);
    assert.equal(await catalogue.accounts.byId('nobody'), undefined);
    assert.deepEqual((await catalogue.accounts.all()).at(-1), account);
  });

  test('do not share an email', async () => {
    const account = await newAccount();
    assert.equal(await catalogue.accounts.add({ ...account, id: 'another' }), false);
    assert.equal(await catalogue.accounts.byId('another'), undefined);
  });

  test('change in what is named and stay as they are in the rest', async () => {
    const account = await newAccount();
    const { change } = catalogue.accounts;
    await Promise.all([
      change(account.id, { disabled: true }),
      change(account.id, { passwordHash: 'second' }),
      change(account.id, { profile: { b: 2 } }),
    ]);
    const changed = await change(account.id, {});
    assert.deepEqual(changed, { ...account, disabled: true, passwordHash: 'second', profile: { b: 2 } });
    assert.equal(await change('nobody', { admin: true }), undefined);
  });
});

describe('who is behind a secret', () => {
  test('is known with the account, in the state it is in', async () => {
    const account = await newAccount();
    const token = await newToken(account);
    const look = async () => catalogue.tokens.bySecret(token.secretHash);
    assert.deepEqual(await look(), { token, account });
    await catalogue.accounts.change(account.id, { disabled: true });
    assert.equal((await look())?.account.disabled, true);
    assert.equal(await catalogue.tokens.remove(token.id), true);
    assert.equal(await look(), undefined);
    assert.equal(await catalogue.tokens.remove(token.id), false);
  });

  test('is never told from before a change that was acknowledged, however looks and changes mix', async () => {
    const account = await newAccount();
    for (let round = 0; round < 50; round++) {
      const token = await newToken(account);
      const looks = Array.from({ length: 5 }, () => catalogue.tokens.bySecret(token.secretHash));
      const removed = catalogue.tokens.remove(token.id);
      looks.push(catalogue.tokens.bySecret(token.secretHash));
      await removed;
      assert.equal(await catalogue.tokens.bySecret(token.secretHash), undefined);
      await Promise.all(looks);
      assert.equal(await catalogue.tokens.bySecret(token.secretHash), undefined);
    }
  });
});

describe('sessions', () => {
  test('remember the program that uses them', async () => {
    const account = await newAccount();
    await catalogue.sessions.add(session(account, 'of-a-program'), 'first');
    await catalogue.sessions.setClient('of-a-program', 'cli');
    const holder = await catalogue.sessions.byIdHash('of-a-program');
    assert.deepEqual(holder?.session, { ...session(account, 'of-a-program'), client: 'cli' });
  });

  test('of a catalogue of the first format are still there', async () => {
    const old = mkdtempSync(join(tmpdir(), 'meridian-old-'));
    const first = await openSqliteStore(old);
    const account = { ...(await newAccount()), id: 'old', email: 'old@example.org' };
    await first.catalogue.accounts.add(account);
    await first.catalogue.sessions.add(session(account, 'old'), 'first');
    await first.close();
    const database = new DatabaseSync(join(old, 'hub.db'));
    database.exec('ALTER TABLE session DROP COLUMN client; DROP TABLE audit_entry; PRAGMA user_version = 1');
    database.close();
    const again = await openSqliteStore(old);
    const holder = await again.catalogue.sessions.byIdHash('old');
    await again.close();
    rmSync(old, { recursive: true });
    assert.deepEqual(holder?.session, session(account, 'old'));
  });

  test('are found with their account until they end or expire', async () => {
    const account = await newAccount();
    assert.equal(await catalogue.sessions.add(session(account, 's1', 100), 'first'), true);
    assert.equal(await catalogue.sessions.add(session(account, 's2', 200), 'first'), true);
    assert.deepEqual(await catalogue.sessions.byIdHash('s1'), {
      session: session(account, 's1', 100),
      account,
    });
    await catalogue.sessions.removeExpired(150);
    assert.equal(await catalogue.sessions.byIdHash('s1'), undefined);
    await catalogue.sessions.remove('s2');
    assert.equal(await catalogue.sessions.byIdHash('s2'), undefined);
  });

  test('do not begin with a password that was changed meanwhile, nor for a disabled account', async () => {
    const account = await newAccount();
    await catalogue.accounts.change(account.id, { passwordHash: 'second' });
    assert.equal(await catalogue.sessions.add(session(account, 's3'), 'first'), false);
    await catalogue.accounts.change(account.id, { disabled: true });
    assert.equal(await catalogue.sessions.add(session(account, 's4'), 'second'), false);
  });

  test('end together, but for one', async () => {
    const account = await newAccount();
    const other = await newAccount();
    for (const [owner, id] of [
      [account, 'a'],
      [account, 'b'],
      [other, 'c'],
    ] as const)
      await catalogue.sessions.add(session(owner, id), 'first');
    await catalogue.accounts.change(account.id, { endSessions: { except: 'b' } });
    const there = async (id: string) => (await catalogue.sessions.byIdHash(id)) !== undefined;
    assert.deepEqual([await there('a'), await there('b'), await there('c')], [false, true, true]);
    await catalogue.accounts.change(account.id, { endSessions: { except: undefined } });
    assert.equal(await there('b'), false);
  });
});

test('known addresses are the newest of an account', async () => {
  const { id } = await newAccount();
  const { has, add } = catalogue.knownAddresses;
  for (const [address, now] of [
    ['x', 1],
    ['y', 2],
    ['x', 3],
    ['z', 4],
  ] as const)
    await add(id, address, now, 2);
  assert.deepEqual([await has(id, 'x'), await has(id, 'y'), await has(id, 'z')], [true, false, true]);
  assert.equal(await has('nobody', 'x'), false);
});

test('a key is what it was first', async () => {
  assert.equal(await catalogue.keys.getOrAdd('k', 'one'), 'one');
  assert.equal(await catalogue.keys.getOrAdd('k', 'two'), 'one');
});

test('a space beyond the owner’s quota is not added', async () => {
  const add = async (id: string, most?: number) =>
    catalogue.spaces.add(await catalogue.spaces.reserve(id), { owner: 'o' }, most);
  const outcomes = await Promise.all(['q1', 'q2', 'q3'].map((id) => add(id, 2)));
  assert.equal(outcomes.filter((outcome) => outcome === 'tooMany').length, 1);
  assert.equal(await add('q1'), 'taken');
  assert.equal(typeof (await add('q4')), 'object');
});
