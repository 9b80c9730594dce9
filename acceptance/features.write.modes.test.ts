import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Failure,
  type FeatureCollection,
  feature,
  idsOf,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const STORED = { n: 1, kept: 1, gone: 1, deep: { x: 1 }, list: [1, 2] };
const SENT = { n: 2, gone: null, deep: { y: 2 }, list: [3] };
const PATCHED = { n: 2, kept: 1, deep: { x: 1, y: 2 }, list: [3] };

/** What one feature of a POST comes to: where its id is listed, and the properties that are stored then. */
interface Outcome {
  listed: 'inserted' | 'updated' | 'deleted' | 'failed' | null;
  stored: object | null;
}
const IF_EXISTS: Record<string, Outcome> = {
  '': { listed: 'updated', stored: PATCHED },
  patch: { listed: 'updated', stored: PATCHED },
  replace: { listed: 'updated', stored: SENT },
  merge: { listed: 'updated', stored: SENT },
  delete: { listed: 'deleted', stored: null },
  retain: { listed: null, stored: STORED },
  error: { listed: 'failed', stored: STORED },
};
const IF_MISSING: Record<string, Outcome> = {
  '': { listed: 'inserted', stored: SENT },
  create: { listed: 'inserted', stored: SENT },
  retain: { listed: null, stored: null },
  error: { listed: 'failed', stored: null },
};
const TRANSACTIONAL = ['', 'true', 'false'];

function queryOf(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

async function storedIn(path: string): Promise<Record<string, object>> {
  const { body } = await hub.get<FeatureCollection>(path);
  return Object.fromEntries(body.features.map((found) => [found.id, withoutNamespace(found).properties]));
}

describe('POST features: every composite space of e, ne and transactional', () => {
  for (const [e, onOld] of Object.entries(IF_EXISTS)) {
    for (const [ne, onNew] of Object.entries(IF_MISSING)) {
      for (const transactional of TRANSACTIONAL) {
        const query = queryOf({ e, ne, transactional });
        const outcomes = [
          ['new', onNew],
          ['old', onOld],
        ] as const;
        const failing = outcomes.filter(([, outcome]) => outcome.listed === 'failed').map(([id]) => id);

        test(query || 'no parameters', async () => {
          const space = await newSpace(hub);
          await space.load(feature('old', STORED));
          const response = await hub.post<FeatureCollection>(
            `${space.features}?${query}`,
            collection(feature('new', SENT), feature('old', SENT)),
          );

          if (failing.length > 0 && transactional !== 'false') {
            assertRefused(response, 409, new RegExp(failing.join('|')));
            assert.deepEqual(await storedIn(`${space.path}/search`), { old: STORED });
            return;
          }
          assert.equal(response.status, 200, response.text);
          for (const list of ['inserted', 'updated', 'deleted'] as const) {
            const ids = outcomes.filter(([, { listed }]) => listed === list).map(([id]) => id);
            assert.deepEqual(response.body[list], ids.length === 0 ? undefined : ids, list);
          }
          assert.deepEqual(
            response.body.failed?.map(({ id, position }: Failure) => ({ id, position })),
            failing.length === 0 ? undefined : failing.map((id) => ({ id, position: id === 'new' ? 0 : 1 })),
          );
          for (const { message } of response.body.failed ?? []) assert.ok(message.length > 0);
          assert.deepEqual(await storedIn(`${space.path}/search`), expectedStore(onOld, onNew));
          // A failed feature results in nothing; a retained one in what is stored.
          const resulting = outcomes.filter(
            ([, { listed, stored }]) => listed !== 'failed' && stored !== null,
          );
          assert.deepEqual(
            idsOf(response.body),
            resulting.map(([id]) => id),
          );
        });
      }
    }
  }
});

function expectedStore(onOld: Outcome, onNew: Outcome): Record<string, object> {
  return {
    ...(onOld.stored === null ? {} : { old: onOld.stored }),
    // A null is data where nothing is there to be patched.
    ...(onNew.stored === null ? {} : { new: onNew.stored }),
  };
}

describe('the write parameters', async () => {
  const space = await newSpace(hub);
  for (const [parameter, values] of Object.entries({
    e: ['create', 'PATCH ', 'nonsense', 'update'],
    ne: ['patch', 'replace', 'nonsense', 'delete'],
    cr: ['patch', 'nonsense', 'merge'],
    transactional: ['perhaps', '1', 'yes'],
  })) {
    for (const value of values) {
      test(`${parameter}=${value} is refused`, async () => {
        const query = `${parameter}=${encodeURIComponent(value)}`;
        assertRefused(await hub.post(`${space.features}?${query}`, feature('a')), 400, parameter);
        assert.deepEqual(await space.search(), []);
      });
    }
  }

  for (const cr of ['error', 'retain', 'replace']) {
    test(`cr=${cr} is accepted`, async () => {
      const target = await newSpace(hub);
      assert.equal((await hub.post(`${target.features}?cr=${cr}`, feature('a'))).status, 200);
    });
  }

  for (const transactional of ['True', 'FALSE', 'true']) {
    test(`transactional=${transactional} is a boolean`, async () => {
      const target = await newSpace(hub);
      assert.equal(
        (await hub.post(`${target.features}?transactional=${transactional}`, feature('a'))).status,
        200,
      );
    });
  }
});
