import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId, type SpaceDefinition } from './harness/space.ts';

const hub = await sharedHub();

const space = await newSpace(hub);
await space.load(feature('a', { n: 1 }), feature('b', { n: 2 }), feature('c', { n: 3 }));

describe('slashes', () => {
  for (const path of [
    '/hub/spaces',
    '/hub/spaces/',
    '/hub/spaces//',
    '/hub/spaces//hub/spaces',
    '/hub/spaces//hub/spaces/',
  ]) {
    test(`GET ${path} lists the spaces`, async () => {
      const response = await hub.get<SpaceDefinition[]>(`${path}?owner=me`);
      assert.equal(response.status, 200, response.text);
      assert.ok(response.body.some(({ id }) => id === space.id));
    });

    test(`POST ${path} creates a space`, async () => {
      const id = newSpaceId();
      const response = await hub.post<SpaceDefinition>(path, { id, title: 'x' });
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body.id, id);
    });
  }

  for (const path of [`${space.features}/`, `${space.features}//`]) {
    test(`${path.slice(space.path.length)} is the collection for GET, POST and DELETE`, async () => {
      assert.deepEqual(idsOf((await hub.get<FeatureCollection>(`${path}?id=a`)).body), ['a']);
      const written = await hub.post<FeatureCollection>(path, feature('temporary'));
      assert.deepEqual(written.body.inserted, ['temporary'], written.text);
      assert.equal((await hub.delete(`${path}?id=temporary`)).status, 204);
    });
  }
});

describe('a query', () => {
  const CASES: [string, string[]][] = [
    ['limit=2&&p.n>1', ['b', 'c']],
    ['&limit=2', ['a', 'b']],
    ['limit=2&', ['a', 'b']],
    ['&&&', ['a', 'b', 'c']],
    ['unknown=1&other&=x', ['a', 'b', 'c']],
    ['unknown=1&unknown=2', ['a', 'b', 'c']],
    ['skipCache=True', ['a', 'b', 'c']],
    ['skipCache=FALSE', ['a', 'b', 'c']],
    ['clientId=x', ['a', 'b', 'c']],
    ['%6Cimit=1', ['a']],
    ['limit=%32', ['a', 'b']],
  ];
  for (const [query, ids] of CASES) {
    test(`?${query}`, async () => {
      assert.deepEqual(await space.search(query), ids);
    });
  }

  const TWICE: [string, string, string][] = [
    ['limit', `${space.path}/search`, 'limit=1&limit=2'],
    ['limit', `${space.path}/iterate`, 'limit=1&limit=1'],
    ['handle', `${space.path}/iterate`, 'handle=0&handle=0'],
    ['force2D', `${space.path}/search`, 'force2D=true&force2D=false'],
    ['skipCache', `${space.path}/search`, 'skipCache=true&skipCache=true'],
    ['force2D', `${space.features}/a`, 'force2D=true&force2D=true'],
    ['owner', '/hub/spaces', 'owner=me&owner=others'],
  ];
  for (const [name, path, query] of TWICE) {
    test(`may not have the scalar ${name} twice: ${path.replace(space.path, '…')}?${query}`, async () => {
      assertRefused(await hub.get(`${path}?${query}`), 400, name);
    });
  }

  for (const parameter of ['e', 'ne', 'cr', 'transactional', 'prefixId']) {
    test(`may not have the scalar ${parameter} twice on a write`, async () => {
      const value = { e: 'patch', ne: 'create', cr: 'error', transactional: 'true', prefixId: 'p' }[
        parameter
      ];
      const query = `${parameter}=${value}&${parameter}=${value}`;
      assertRefused(await hub.post(`${space.features}?${query}`, feature('x')), 400, parameter);
    });
  }

  const BOOLEANS: [string, string][] = [
    ['force2D', `${space.path}/search`],
    ['force2D', `${space.path}/iterate`],
    ['force2D', `${space.features}/a`],
    ['skipCache', `${space.path}/search`],
    ['includeRights', '/hub/spaces'],
  ];
  for (const [name, path] of BOOLEANS) {
    for (const value of ['1', '0', 'yes', 'on', 'tru', 'null']) {
      test(`may not have ${name}=${value}: ${path.replace(space.path, '…')}`, async () => {
        assertRefused(await hub.get(`${path}?${name}=${value}`), 400, name);
      });
    }
  }

  for (const query of ['limit=%', 'limit=%zz', 'p.n=%E0%A4%A', 'tags=%FF']) {
    test(`that cannot be decoded is refused or taken literally, never a 5xx: ${query}`, async () => {
      const response = await hub.get(`${space.path}/search?${query}`);
      assert.ok(response.status === 400 || response.status === 200, response.text);
    });
  }
});
