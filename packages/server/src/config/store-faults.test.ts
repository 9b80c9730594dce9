import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeFaults } from './store-faults.ts';

test('a replica belongs to a PostgreSQL database', () => {
  const storeRead = 'postgres://replica/hub';
  assert.deepEqual(storeFaults({ store: 'postgres://primary/hub', storeRead }), []);
  assert.deepEqual(storeFaults({ store: 'embedded' }), []);
  for (const store of ['embedded', 'memory:'])
    assert.match(
      storeFaults({ store, storeRead }).join(),
      new RegExp(`MERIDIAN_STORE_READ .* not "${store}"`),
    );
});
