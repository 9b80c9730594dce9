import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, Catalogue, Token } from '../catalogue.ts';

let made = 0;

/** No two are alike. */
function newAccount(changes: Partial<Account> = {}): Account {
  const id = `account${++made}`;
  return {
    id,
    email: `${id}@example.org`,
    passwordHash: 'hash',
    admin: false,
    disabled: false,
    createdAt: made,
    appId: 'app',
    profile: {},
    ...changes,
  };
}

function newToken({ id: account }: Account, changes: Partial<Token> = {}): Token {
  const id = `token${++made}`;
  return { id, secretHash: `hash of ${id}`, account, issuedAt: made, rights: {}, ...changes };
}

export function accountsContract(catalogue: () => Catalogue): void {
  const added = async (changes: Partial<Account> = {}) => {
    const account = newAccount(changes);
    assert.equal(await catalogue().accounts.add(account), true);
    return account;
  };

  describe('accounts', () => {
    test('are found by id and by email, as they were added', async () => {
      const { accounts } = catalogue();
      const account = await added({
        admin: true,
        email: 'né@example.org',
        profile: { name: "O'Hara", deep: { list: [1, null] } },
      });
      assert.deepEqual(await accounts.byId(account.id), account);
      assert.deepEqual(await accounts.byEmail('né@example.org'), account);
      assert.equal(await accounts.byId('nobody'), undefined);
      assert.equal(await accounts.byEmail("' OR 1=1 --"), undefined);
    });

    test('are listed in the order they were made', async () => {
      const two = [await added(), await added()];
      assert.deepEqual((await catalogue().accounts.all()).slice(-2), two);
    });

    test('have an email of their own', async () => {
      const { accounts } = catalogue();
      const first = await added();
      assert.equal(await accounts.add(newAccount({ email: first.email })), false);
      assert.deepEqual(await accounts.byEmail(first.email), first);
    });

    test('change in what is named, and in nothing else', async () => {
      const { accounts } = catalogue();
      const account = await added({ profile: { a: 1 } });
      const steps: Partial<Account>[] = [
        { disabled: true },
        { admin: true },
        { passwordHash: 'other' },
        { profile: { b: 2 } },
        { disabled: false, admin: false },
      ];
      let expected = account;
      for (const step of steps) {
        expected = { ...expected, ...step };
        assert.deepEqual(await accounts.change(account.id, step), expected);
        assert.deepEqual(await accounts.byId(account.id), expected);
      }
      assert.equal(await accounts.change('nobody', { admin: true }), undefined);
    });
  });

  describe('tokens', () => {
    test('are found by id and by secret, with their account', async () => {
      const { tokens } = catalogue();
      const account = await added();
      const full = newToken(account, {
        expiresAt: 5,
        description: 'd',
        appId: 'x',
        rights: { 'xyz-hub': { readFeatures: [{ space: 'a*' }] } },
      });
      const bare = newToken(account);
      for (const token of [full, bare]) {
        await tokens.add(token);
        assert.deepEqual(await tokens.byId(token.id), token);
        assert.deepEqual(await tokens.bySecret(token.secretHash), { token, account });
      }
      assert.deepEqual(await tokens.ofAccount(account.id), [full, bare]);
      assert.equal(await tokens.byId('none'), undefined);
      assert.equal(await tokens.bySecret('none'), undefined);
      assert.deepEqual(await tokens.ofAccount('nobody'), []);
    });

    test('end at once when they are removed', async () => {
      const { tokens } = catalogue();
      const token = newToken(await added());
      await tokens.add(token);
      const looking = tokens.bySecret(token.secretHash);
      assert.equal(await tokens.remove(token.id), true);
      await looking;
      assert.equal(await tokens.bySecret(token.secretHash), undefined);
      assert.equal(await tokens.byId(token.id), undefined);
      assert.equal(await tokens.remove(token.id), false);
    });

    test('show their account as it is now', async () => {
      const { tokens, accounts } = catalogue();
      const account = await added();
      const token = newToken(account);
      await tokens.add(token);
      await tokens.bySecret(token.secretHash);
      await accounts.change(account.id, { disabled: true });
      assert.equal((await tokens.bySecret(token.secretHash))?.account.disabled, true);
    });

    test('need an account', async () => assert.rejects(catalogue().tokens.add(newToken(newAccount()))));
  });

  describe('sessions', () => {
    const session = (account: Account, expiresAt: number) => ({
      idHash: `session${++made}`,
      account: account.id,
      createdAt: 1,
      expiresAt,
    });

    test('are known until they are ended', async () => {
      const { sessions } = catalogue();
      const account = await added();
      const [one, other] = [session(account, 10), session(account, 20)];
      for (const each of [one, other]) assert.equal(await sessions.add(each, account.passwordHash), true);
      assert.deepEqual(await sessions.byIdHash(one.idHash), { session: one, account });
      await sessions.remove(one.idHash);
      assert.equal(await sessions.byIdHash(one.idHash), undefined);
      await sessions.removeExpired(19);
      assert.deepEqual(await sessions.byIdHash(other.idHash), { session: other, account });
      await sessions.removeExpired(20);
      assert.equal(await sessions.byIdHash(other.idHash), undefined);
    });

    test('do not begin where the password changed meanwhile, or the account was disabled', async () => {
      const { sessions, accounts } = catalogue();
      const account = await added();
      assert.equal(await sessions.add(session(account, 10), 'another hash'), false);
      await accounts.change(account.id, { disabled: true });
      assert.equal(await sessions.add(session(account, 10), account.passwordHash), false);
    });

    test('of an account are listed, with the program that uses them, and nobody else’s', async () => {
      const { sessions } = catalogue();
      const [account, other] = [await added(), await added()];
      const [first, second, foreign] = [session(account, 10), session(account, 20), session(other, 10)];
      for (const each of [first, second]) await sessions.add(each, account.passwordHash);
      await sessions.add(foreign, other.passwordHash);
      await sessions.setClient(second.idHash, 'cli');
      const listed = await sessions.ofAccount(account.id);
      const byExpiry = listed.sort((a, b) => a.expiresAt - b.expiresAt);
      assert.deepEqual(byExpiry, [first, { ...second, client: 'cli' }]);
    });

    test('of an account can all be ended but one', async () => {
      const { sessions, accounts } = catalogue();
      const account = await added();
      const [kept, ended] = [session(account, 10), session(account, 10)];
      for (const each of [kept, ended]) await sessions.add(each, account.passwordHash);
      await accounts.change(account.id, { endSessions: { except: kept.idHash } });
      assert.ok(await sessions.byIdHash(kept.idHash));
      assert.equal(await sessions.byIdHash(ended.idHash), undefined);
    });
  });

  test('a key of the server stays the one it was first', async () => {
    const { keys } = catalogue();
    assert.equal(await keys.getOrAdd('name', 'first'), 'first');
    assert.equal(await keys.getOrAdd('name', 'second'), 'first');
    assert.equal(await keys.getOrAdd('other', 'third'), 'third');
  });
}
