import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, beforeEach, describe, test } from 'node:test';
import type { Feature, FeatureCollection } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import type { HubResponse } from '../harness/request.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { PAYLOADS } from './payloads.ts';

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
/** Never addressed by any test: whatever happens to it came through a hole. */
let bystander: Space;
let space: Space;
let untouched: string;
before(async () => {
  bystander = await newSpace(hub, { title: 'Bystander' });
  await bystander.load({ id: 'a', properties: { n: 1, s: 'x' } }, { id: 'b', properties: { n: 2 } });
  space = await newSpace(hub);
  untouched = await everythingElse();
});
beforeEach(async () => {
  await hub.delete(`${space.features}?id=*`);
  await space.load({ id: 'plain', properties: { n: 1, s: 'x' } }, { id: 'other', properties: { n: 2 } });
});

async function everythingElse(): Promise<string> {
  const spaces = await hub.get<{ id: string }[]>('/hub/spaces');
  const features = await hub.get(`${bystander.path}/iterate`);
  const outside = readdirSync(dirname(hub.data)).join();
  return JSON.stringify([
    spaces.body.map(({ id }) => id).sort(),
    features.text,
    outside,
    existsSync('pwned'),
  ]);
}

function sane(response: HubResponse<unknown>, what: string): void {
  assert.ok(response.status < 500, `${what} responded with ${response.status} ${response.text}`);
  assert.equal(response.headers['set-cookie'], undefined, what);
}

const title = (payload: string) => JSON.stringify(payload.slice(0, 40));

describe('a hostile text as the id of a space is refused or simply not found', () => {
  for (const payload of PAYLOADS) {
    test(title(payload), async () => {
      const created = await hub.post('/hub/spaces', { id: payload, title: 'x' });
      const isId = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,254}$/.test(payload);
      assert.equal(created.status, isId ? 200 : 400, created.text);
      if (isId) return assert.equal((await hub.delete(`/hub/spaces/${payload}`)).status, 204);
      for (const segment of [encodeURIComponent(payload), encodeURI(payload).replace(/[?#]/g, '')]) {
        for (const path of [
          `/hub/spaces/${segment}`,
          `/hub/spaces/${segment}/iterate`,
          `/hub/spaces/${segment}/features/x`,
        ]) {
          // A dot segment or an empty one makes another path of it; then it must still be nothing but a refusal.
          const response = await hub.request('PATCH', path, { body: { title: 'Taken over' } });
          sane(response, path);
          assert.ok(response.status >= 400, `${path} responded with ${response.status}`);
        }
      }
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text as the id of a feature is an id', () => {
  for (const payload of PAYLOADS) {
    test(title(payload), async () => {
      const path = `${space.features}/${encodeURIComponent(payload)}`;
      const body = { type: 'Feature', id: payload, geometry: null, properties: { mine: true } };
      const response = await hub.put<FeatureCollection>(space.features, body);
      assert.deepEqual(response.body.inserted, [payload], response.text);
      const again = await hub.put<Feature>(path, { ...body, properties: { mine: 2 } });
      assert.equal(again.body.id, payload, again.text);
      assert.equal((await hub.get<Feature>(path)).body.id, payload);
      const byId = await hub.get<FeatureCollection>(`${space.features}?id=${encodeURIComponent(payload)}`);
      assert.deepEqual(
        byId.body.features.map(({ id }) => id),
        [payload],
      );
      assert.equal((await hub.delete(path)).status, 204);
      assert.deepEqual(await space.search(), ['plain', 'other']);
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text as a tag is a tag', () => {
  // A lone asterisk means everything where tags are deleted.
  for (const payload of PAYLOADS.filter((text) => text !== '*')) {
    test(title(payload), async () => {
      const tag = encodeURIComponent(payload);
      const response = await hub.put(`${space.features}/tagged?addTags=${tag}`, {});
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(await space.search(`tags=${tag}`), ['tagged']);
      const deleted = await hub.delete<FeatureCollection>(`${space.features}?tags=${tag}&id=plain`, {
        headers: { accept: 'application/json' },
      });
      sane(deleted, 'DELETE');
      assert.equal(deleted.body.deleted, undefined);
      const untagged = await hub.put<Feature>(`${space.features}/tagged?removeTags=${tag}`, {});
      assert.equal(untagged.status, 200, untagged.text);
      assert.deepEqual(await space.search(`tags=${tag}`), []);
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text as a property value is a value', () => {
  for (const payload of PAYLOADS) {
    test(title(payload), async () => {
      await space.load({ id: 'hit', properties: { s: payload } });
      const quote = payload.includes('"') ? "'" : '"';
      const value = encodeURIComponent(`${quote}${payload}${quote}`);
      const found = await hub.get<FeatureCollection>(`${space.path}/search?p.s=${value}`);
      assert.deepEqual(
        found.body.features.map(({ id }) => id),
        ['hit'],
        found.text,
      );
      for (const operator of ['!=', '>', '>=', '<', '<=', '@>', '=cs=', '=gt=']) {
        for (const text of [value, encodeURIComponent(payload)]) {
          sane(await hub.get(`${space.path}/search?p.s${operator}${text}`), operator);
          sane(await hub.get(`${space.path}/count?f.id${operator}${text}`), operator);
        }
      }
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text as a property name finds nothing that does not have it', () => {
  for (const payload of PAYLOADS) {
    test(title(payload), async () => {
      const name = encodeURIComponent(payload);
      for (const query of [`p.${name}=1`, `p.${name}>0`, `f.${name}=1`, `p.n.${name}=1`]) {
        const response = await hub.get<FeatureCollection>(`${space.path}/search?${query}`);
        sane(response, query);
        if (response.status === 200) assert.deepEqual(response.body.features, [], query);
      }
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text in any other parameter is refused or does nothing', () => {
  const reads = [
    'selection',
    'sort',
    'handle',
    'part',
    'limit',
    'clientId',
    'force2D',
    'skipCache',
    'id',
    'access_token',
  ];
  const writes = ['e', 'ne', 'cr', 'transactional', 'clientId'];
  for (const payload of PAYLOADS) {
    test(title(payload), async () => {
      const value = encodeURIComponent(payload);
      for (const name of reads) {
        for (const call of ['search', 'iterate', 'features', 'count', 'statistics', 'features/plain']) {
          sane(await hub.get(`${space.path}/${call}?${name}=${value}`), `${call}?${name}`);
        }
      }
      for (const name of writes)
        sane(await hub.post(`${space.features}?${name}=${value}`, { type: 'Feature', id: 'plain' }), name);
      for (const name of ['owner', 'tag', 'contentUpdatedAt', 'handle', 'limit', 'includeRights']) {
        sane(await hub.get(`/hub/spaces?${name}=${value}`), name);
      }
      assert.deepEqual(await space.search(), ['plain', 'other']);
      assert.equal(await everythingElse(), untouched);
    });
  }
});

describe('a hostile text in a header is ignored', () => {
  for (const payload of PAYLOADS.filter((text) => /^[\t\x20-\x7e]+$/.test(text))) {
    test(title(payload), async () => {
      for (const name of [
        'stream-id',
        'if-none-match',
        'accept',
        'accept-encoding',
        'app-name',
        'user-agent',
        'origin',
      ]) {
        const response = await hub.get(`${space.path}/search`, { headers: { [name]: payload } });
        sane(response, name);
        assert.match(String(response.headers['stream-id']), /^[A-Za-z0-9._-]{1,64}$/, name);
      }
      sane(
        await hub.put(`${space.features}/x`, {}, { headers: { 'content-type': payload } }),
        'content-type',
      );
      sane(
        await hub.put(`${space.features}/x`, {}, { headers: { 'content-encoding': payload } }),
        'content-encoding',
      );
      sane(await hub.get(space.path, { headers: { authorization: payload }, token: null }), 'authorization');
      sane(await hub.get(space.path, { token: payload }), 'bearer');
      assert.equal(await everythingElse(), untouched);
    });
  }
});
