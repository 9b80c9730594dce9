import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Token } from '../../catalogue.ts';
import { awaitReaders } from './lock.ts';
import { openReadStore } from './read-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

const ACCOUNT = {
  id: 'me',
  email: 'me@example.org',
  passwordHash: '',
  admin: false,
  disabled: false,
  createdAt: 0,
  appId: '',
  profile: {},
};
const token = (id: string): Token => ({
  id,
  secretHash: `hash ${id}`,
  account: 'me',
  issuedAt: 0,
  rights: {},
});
const WRITERS = { readers: 1, writers: 1 };

describe('a store that reads beside the one that writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-read-store-'));
  const main = await openSqliteStore(folder, WRITERS, undefined, {});
  const read = openReadStore(folder, { readers: 1 }, () => {});
  after(async () => {
    await main.close();
    rmSync(folder, { recursive: true });
  });
  const { spaces, tokens, accounts } = main.catalogue;
  const refreshed = async () => {
    await read.catalogue.refresh();
    return read.catalogue.spaces.known;
  };
  const add = async (id: string, definition = {}) => {
    const ref = await spaces.reserve(id);
    await main.features.create(ref, []);
    const added = await spaces.add(ref, definition);
    assert.ok(typeof added === 'object');
    return added;
  };

  test('knows spaces as they are at each moment, in their order', async () => {
    const a = await add('a');
    const b = await add('b');
    assert.deepEqual([...(await refreshed()).keys()], ['a', 'b']);
    const changed = await spaces.update(a, { title: 'A' });
    assert.deepEqual((await refreshed()).get('a'), changed);
    assert.deepEqual([...read.catalogue.spaces.known.keys()], ['a', 'b']);
    await spaces.remove(changed!);
    await add('a', { title: 'another' });
    assert.deepEqual([...(await refreshed()).keys()], ['b', 'a']);
    await spaces.remove(b);
    assert.deepEqual([...(await refreshed()).values()], [...spaces.known.values()]);
  });

  test('knows them after more changes than are remembered, too', async () => {
    let record = await add('often');
    for (let n = 0; n < 120; n++) record = (await spaces.update(record, { n }))!;
    await add('later');
    assert.deepEqual([...(await refreshed()).values()], [...spaces.known.values()]);
  });

  test('knows who is behind a secret only as long as that is so', async () => {
    await accounts.add(ACCOUNT);
    await tokens.add(token('t'));
    const find = () => read.catalogue.tokens.bySecret('hash t');
    for (let i = 0; i < 2; i++) assert.equal((await find())?.token.id, 't');
    await accounts.change('me', { disabled: true });
    assert.equal((await find())?.account.disabled, true);
    await tokens.remove('t');
    assert.equal(await find(), undefined);
  });

  test('has no thread that writes', async () => {
    const space = await add('closed');
    await assert.rejects(async () => read.features.drop(space), /only reads/);
  });

  test('opens no file of a space that is about to go', async () => {
    const space = await add('gone');
    await read.forget(space.storageKey);
    assert.throws(() => read.features.content(space), { kind: 'notFound' });
  });

  test('keeps a new server waiting until it is closed', async () => {
    const second = openReadStore(folder, { readers: 1 }, () => {});
    let isAlone = false;
    await read.close();
    const waiting = awaitReaders(folder).then(() => {
      isAlone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(isAlone, false);
    await second.close();
    await waiting;
  });
});
