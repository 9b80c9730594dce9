import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Fault, openStore, type Store } from '@meridian/store';
import { auditOf } from '../audit/testing.ts';
import { Access, createFirstAccount, type FirstAccount } from './access.ts';
import { Accounts } from './accounts.ts';
import { LastUses } from './last-uses.ts';
import { PasswordHashes } from './passwords.ts';
import { hashSecret } from './secrets.ts';

const NOW = 1_700_000_000_500;
const HASHES = new PasswordHashes(14);
const generated: FirstAccount = { email: 'admin@localhost', password: undefined, token: undefined };
const chosen: FirstAccount = { email: 'ana@example.org', password: 'chosen password', token: 'chosen-token' };

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-access-'));
  store = await openStore(
    { store: 'embedded', data: folder, storeConnections: 1 },
    { readers: 1, writers: 1 },
  );
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const start = (first: FirstAccount) =>
  createFirstAccount(store.catalogue, new Accounts(store.catalogue, auditOf(store), HASHES), first, NOW);
const caller = async (secret: string | undefined, now = NOW) =>
  new Access(store.catalogue, new LastUses(store.catalogue)).authenticate(secret && hashSecret(secret), now);

const isUnauthorized = (message: RegExp) => (error: unknown) =>
  error instanceof Fault && error.kind === 'unauthorized' && message.test(error.message);

describe('the first start', () => {
  test('makes an administrator and a token with all rights, and returns what it generated', async () => {
    const issued = await start(generated);
    assert.equal(issued?.email, 'admin@localhost');
    const { account, token } = await caller(issued?.token);
    assert.deepEqual([account.email, account.admin, account.createdAt], ['admin@localhost', true, NOW]);
    assert.deepEqual(
      [token.rights, token.issuedAt, token.expiresAt],
      [{}, Math.floor(NOW / 1000), undefined],
    );
    assert.equal(await HASHES.check(issued!.password!, account.passwordHash), true);
  });

  test('makes up secrets that nobody can guess', async () => {
    const issued = await start(generated);
    assert.ok(issued!.token!.length >= 32);
    assert.ok(issued!.password!.length >= 16);
  });

  test('takes what was chosen, and does not repeat it', async () => {
    assert.deepEqual(await start(chosen), {
      email: 'ana@example.org',
      password: undefined,
      token: undefined,
    });
    const { account } = await caller('chosen-token');
    assert.equal(await HASHES.check('chosen password', account.passwordHash), true);
  });

  test('keeps no secret as it is', async () => {
    await start(chosen);
    const stored = JSON.stringify([
      await store.catalogue.accounts.all(),
      await store.catalogue.tokens.bySecret(hashSecret('chosen-token')),
    ]);
    assert.ok(!stored.includes('chosen-token'));
    assert.ok(!stored.includes('chosen password'));
  });
});

test('a later start makes nothing, whatever is chosen then', async () => {
  await start(chosen);
  await store.close();
  store = await openStore(
    { store: 'embedded', data: folder, storeConnections: 1 },
    { readers: 1, writers: 1 },
  );
  assert.equal(await start({ ...generated, token: 'another-token' }), undefined);
  assert.equal((await store.catalogue.accounts.all()).length, 1);
  assert.equal((await caller('chosen-token')).account.email, 'ana@example.org');
  await assert.rejects(caller('another-token'), isUnauthorized(/unknown/));
});

describe('a caller', () => {
  beforeEach(async () => {
    await start(chosen);
  });

  for (const secret of [undefined, ''])
    test(`without a token (${secret === undefined ? 'none' : 'empty'}) is told to send one`, async () =>
      assert.rejects(caller(secret), isUnauthorized(/an access token is missing/)));

  for (const secret of [
    'unknown',
    'chosen-toke',
    'chosen-token ',
    'CHOSEN-TOKEN',
    hashSecret('chosen-token'),
  ])
    test(`with ${JSON.stringify(secret)} is unknown`, async () =>
      assert.rejects(caller(secret), isUnauthorized(/unknown, expired or revoked/)));

  test('is known until the second its token expires', async () => {
    const { account } = await caller('chosen-token');
    await store.catalogue.tokens.add({
      id: 'brief',
      secretHash: hashSecret('brief'),
      account: account.id,
      issuedAt: 1,
      expiresAt: 100,
      rights: {},
    });
    assert.equal((await caller('brief', 99_999)).token.id, 'brief');
    for (const now of [100_000, 200_000])
      await assert.rejects(caller('brief', now), isUnauthorized(/expired/));
  });

  test('whose token was revoked is unknown at once', async () => {
    const { token } = await caller('chosen-token');
    await store.catalogue.tokens.remove(token.id);
    await assert.rejects(caller('chosen-token'), isUnauthorized(/revoked/));
  });

  test('whose account is disabled is unknown at once', async () => {
    const { account } = await caller('chosen-token');
    await store.catalogue.accounts.change(account.id, { disabled: true });
    await assert.rejects(caller('chosen-token'), isUnauthorized(/unknown/));
  });
});

test('an account is there, or it is not', async () => {
  await start(chosen);
  const [account] = await store.catalogue.accounts.all();
  const access = new Access(store.catalogue, new LastUses(store.catalogue));
  assert.equal(await access.hasAccount(account!.id), true);
  assert.equal(await access.hasAccount('ana@example.org'), false);
});
