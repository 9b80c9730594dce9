import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { onStoreWarning, openStore, type Store } from '@meridian/store';
import { LastUses } from './last-uses.ts';

const MINUTE = 60_000;
const START = 1000 * MINUTE;
let store: Store;

beforeEach(async () => {
  store = await openStore({ store: 'memory:', data: '', storeConnections: 1 });
  const { accounts, tokens, sessions } = store.catalogue;
  const account = {
    id: 'ana',
    email: 'ana@example.org',
    passwordHash: 'hash',
    admin: false,
    disabled: false,
  };
  await accounts.add({ ...account, createdAt: 1, appId: 'app', profile: {} });
  for (const id of ['one', 'two'])
    await tokens.add({ id, secretHash: `hash of ${id}`, account: 'ana', issuedAt: 1, rights: {} });
  await sessions.add({ idHash: 'browser', account: 'ana', createdAt: 1, expiresAt: 2 * START }, 'hash');
});
afterEach(() => store.close());

describe('the last use', () => {
  test('of tokens and sessions is known at once, and stays known to the next hub', async () => {
    const uses = new LastUses(store.catalogue);
    uses.record('one', 'ana', START);
    uses.record('browser', 'ana', START + 1, 'Firefox');
    const expected = { one: { at: START }, browser: { at: START + 1, program: 'Firefox' } };
    assert.deepEqual(await uses.of('ana'), expected);
    await uses.close();
    assert.deepEqual(await new LastUses(store.catalogue).of('ana'), expected);
  });

  test('is recorded again five minutes later, not before', async () => {
    const uses = new LastUses(store.catalogue);
    for (const at of [START, START + 4 * MINUTE]) uses.record('one', 'ana', at);
    assert.equal((await uses.of('ana')).one!.at, START);
    uses.record('one', 'ana', START + 5 * MINUTE);
    assert.equal((await uses.of('ana')).one!.at, START + 5 * MINUTE);
  });

  test('is the latest that any of several hubs has seen', async () => {
    const [first, second] = [new LastUses(store.catalogue), new LastUses(store.catalogue)];
    first.record('one', 'ana', START + MINUTE);
    second.record('one', 'ana', START);
    second.record('two', 'ana', START);
    await Promise.all([first.save(), second.save()]);
    assert.deepEqual(await first.of('ana'), { one: { at: START + MINUTE }, two: { at: START } });
  });

  test('of what is revoked is forgotten', async () => {
    const uses = new LastUses(store.catalogue);
    for (const id of ['one', 'two']) uses.record(id, 'ana', START);
    await uses.save();
    await store.catalogue.tokens.remove('one');
    uses.record('two', 'ana', START + 10 * MINUTE);
    assert.deepEqual(await uses.of('ana'), { two: { at: START + 10 * MINUTE } });
  });

  test('that could not be saved is logged and tried again', async (t) => {
    const warned = Promise.withResolvers<string | undefined>();
    t.after(onStoreWarning(({ details }) => warned.resolve(details.reason)));
    let isFull = true;
    const { keys, ...rest } = store.catalogue;
    const failing = {
      ...keys,
      swap: async (...change: Parameters<typeof keys.swap>) => {
        if (isFull) throw new Error('the disk is full');
        return keys.swap(...change);
      },
    };
    const uses = new LastUses({ ...rest, keys: failing });
    uses.record('one', 'ana', START);
    assert.deepEqual(await uses.of('ana'), { one: { at: START } });
    assert.deepEqual(await new LastUses(store.catalogue).of('ana'), {});
    assert.equal(await warned.promise, 'the disk is full');
    isFull = false;
    await uses.save();
    assert.deepEqual(await new LastUses(store.catalogue).of('ana'), { one: { at: START } });
  });
});
