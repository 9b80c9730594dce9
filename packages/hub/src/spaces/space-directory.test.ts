import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Fault, onStoreWarning, openStore, type Store } from '@meridian/store';
import { auditOf } from '../audit/testing.ts';
import { SpaceDirectory } from './space-directory.ts';

const FULL = new Fault('full', 'the disk is full');

/** Of a store, the one part that fails for now. */
type Failing = { catalogue: boolean; features: boolean };

function withFaults(store: Store, failing: Failing): Store {
  const { spaces } = store.catalogue;
  const failingSpaces: typeof spaces = Object.assign(Object.create(spaces), {
    remove: async (record: Parameters<typeof spaces.remove>[0]) => {
      if (failing.catalogue) throw FULL;
      return spaces.remove(record);
    },
  });
  const features: Store['features'] = Object.create(store.features, {
    drop: {
      value: async (ref: Parameters<Store['features']['drop']>[0]) => {
        if (failing.features) throw FULL;
        return store.features.drop(ref);
      },
    },
    create: { value: store.features.create.bind(store.features) },
  });
  const catalogue: Store['catalogue'] = Object.create(store.catalogue, { spaces: { value: failingSpaces } });
  return Object.create(store, { catalogue: { value: catalogue }, features: { value: features } });
}

describe('the deletion of a space', () => {
  const failing: Failing = { catalogue: false, features: false };
  let store: Store;
  let directory: SpaceDirectory;
  before(async () => {
    store = await openStore({ store: 'memory:', data: '', storeConnections: 1 });
    directory = new SpaceDirectory(withFaults(store, failing), auditOf(store));
  });
  after(() => store.close());

  const add = (id: string) => directory.add(id, { id, title: id, owner: 'ana' });

  test('that the catalogue does not take has deleted nothing, and can be asked for again', async () => {
    const space = await add('one');
    failing.catalogue = true;
    await assert.rejects(directory.remove(space), FULL);
    failing.catalogue = false;
    assert.equal((await store.features.content(space.record)).version, 0);
    assert.equal(directory.has('one'), true);
    assert.equal(await directory.remove(directory.get('one')), true);
    assert.equal(directory.has('one'), false);
  });

  test('is done when the catalogue has it, and what is left is told and removed with a later one', async () => {
    const [two, three] = [await add('two'), await add('three')];
    const warned = Promise.withResolvers<string>();
    const stop = onStoreWarning(({ message, details }) => warned.resolve(`${message}: ${details.space}`));
    failing.features = true;
    assert.equal(await directory.remove(two), true);
    failing.features = false;
    assert.match(await warned.promise, /deleted, but .* could not be removed yet: two/);
    stop();
    assert.deepEqual(await store.catalogue.spaces.orphans(), [two.record.storageKey]);
    assert.equal(directory.has('two'), false);
    assert.equal((await add('two')).record.storageKey === two.record.storageKey, false);
    await directory.remove(three);
    while ((await store.catalogue.spaces.orphans()).length > 0) await new Promise(setImmediate);
  });
});
