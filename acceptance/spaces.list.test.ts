import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import type { HubResponse } from './harness/request.ts';
import { newSpace, nextMillisecond, type SpaceDefinition } from './harness/space.ts';

const hub = await startHub();

const mine = await newSpace(hub, { id: 'mine', tags: ['green', 'tall'] });
await nextMillisecond();
const later = await newSpace(hub, { id: 'later', tags: ['green'] });
await nextMillisecond();
const shared = await newSpace(hub, { id: 'shared', shared: true, tags: ['tall'] });
await nextMillisecond();
await later.load(feature('a'));
const written = (await later.definition()).contentUpdatedAt;

async function list(query: string): Promise<string[]> {
  const response = await hub.get<SpaceDefinition[]>(`/hub/spaces?${query}`);
  assert.equal(response.status, 200, response.text);
  assert.ok(Array.isArray(response.body));
  return response.body.map(({ id }) => id).sort();
}

describe('the list of spaces', () => {
  const CASES: [string, string, string[]][] = [
    ['holds my own by default', '', ['later', 'mine', 'shared']],
    ['owner=me', 'owner=me', ['later', 'mine', 'shared']],
    ['owner=others', 'owner=others', []],
    ['owner=*', 'owner=*', ['later', 'mine', 'shared']],
    ['owner=* encoded', 'owner=%2A', ['later', 'mine', 'shared']],
    ['owner is my account id', `owner=${mine.created.owner}`, ['later', 'mine', 'shared']],
    ['owner is nobody', 'owner=nobody', []],
    ['by tag', 'tag=tall', ['mine', 'shared']],
    ['by another tag', 'owner=*&tag=green', ['later', 'mine']],
    ['by a tag that no space has', 'tag=blue', []],
    ['written at', `contentUpdatedAt=${written}`, ['later']],
    ['written not at', `contentUpdatedAt!=${written}`, ['mine', 'shared']],
    ['written after', `contentUpdatedAt>${mine.created.createdAt}`, ['later', 'shared']],
    ['written after, encoded', `contentUpdatedAt%3E${shared.created.createdAt}`, ['later']],
    ['written after, spelled', `contentUpdatedAt=gt=${shared.created.createdAt}`, ['later']],
    ['written from', `contentUpdatedAt>=${shared.created.createdAt}`, ['later', 'shared']],
    ['written from, spelled', `contentUpdatedAt=gte=${shared.created.createdAt}`, ['later', 'shared']],
    ['written before', `contentUpdatedAt<${shared.created.createdAt}`, ['mine']],
    ['written before, spelled', `contentUpdatedAt=lt=${written}`, ['mine', 'shared']],
    ['written up to', `contentUpdatedAt<=${shared.created.createdAt}`, ['mine', 'shared']],
    ['written up to, spelled', `contentUpdatedAt=lte=${written}`, ['later', 'mine', 'shared']],
    ['written between', `contentUpdatedAt>${mine.created.createdAt}&contentUpdatedAt<${written}`, ['shared']],
    ['a list with an encoded comma is no time', `contentUpdatedAt=${written}%2C${written}`, []],
    ['a list with a plain comma is two', `contentUpdatedAt=1,${written}`, ['later']],
    ['filters combine', `owner=*&tag=green&contentUpdatedAt>=${written}`, ['later']],
    ['parameters that mean nothing are ignored', 'clientId=me&colour=red', ['later', 'mine', 'shared']],
  ];
  for (const [name, query, ids] of CASES) {
    test(name, async () => {
      assert.deepEqual(await list(query), ids);
    });
  }

  test('holds each space as a single read answers it', async () => {
    const response = await hub.get<SpaceDefinition[]>('/hub/spaces');
    assert.deepEqual(
      response.body.find(({ id }) => id === 'mine'),
      await mine.definition(),
    );
  });

  for (const query of ['includeRights=true', 'include_rights=true', 'includeRights=True']) {
    test(`names the caller's rights with ${query}`, async () => {
      const response = await hub.get<SpaceDefinition[]>(`/hub/spaces?${query}`);
      for (const { rights } of response.body) {
        assert.ok(Array.isArray(rights));
        for (const right of [
          'readFeatures',
          'createFeatures',
          'updateFeatures',
          'deleteFeatures',
          'manageSpaces',
        ]) {
          assert.ok(rights.includes(right), `${right} is not in ${rights}`);
        }
      }
    });
  }

  test('names no rights otherwise', async () => {
    for (const query of ['', 'includeRights=false']) {
      const response = await hub.get<SpaceDefinition[]>(`/hub/spaces?${query}`);
      assert.equal(
        response.body.some((space) => 'rights' in space),
        false,
      );
    }
    assert.equal('rights' in (await mine.definition()), false);
  });

  for (const query of ['includeRights=perhaps', 'limit=0', 'limit=-1', 'limit=x', 'limit=1&handle=%00']) {
    test(`refuses ${query}`, async () => {
      assertRefused(await hub.get(`/hub/spaces?${query}`), 400, /includeRights|limit|handle/);
    });
  }
});

describe('paging through the list', () => {
  const next = (response: HubResponse<unknown>): string | undefined => {
    const link = response.headers.link;
    const target = /<([^>]+)>; ?rel="?next"?/.exec(Array.isArray(link) ? link.join() : (link ?? ''))?.[1];
    if (target === undefined) return undefined;
    const { pathname, search } = new URL(target, `${hub.url}/hub/spaces`);
    return pathname + search;
  };

  for (const limit of [1, 2, 3, 50]) {
    test(`with ${limit} per page returns every space once, in plain arrays`, async () => {
      const seen: string[] = [];
      let pages = 0;
      for (let path: string | undefined = `/hub/spaces?owner=*&limit=${limit}`; path !== undefined; ) {
        const response: HubResponse<SpaceDefinition[]> = await hub.get<SpaceDefinition[]>(path);
        assert.equal(response.status, 200, response.text);
        assert.ok(response.body.length <= limit);
        seen.push(...response.body.map(({ id }) => id));
        path = next(response);
        assert.ok(++pages < 10, 'paging does not end');
      }
      assert.deepEqual(seen.sort(), ['later', 'mine', 'shared']);
    });
  }

  test('refuses a query that would not fit into a Link', async () => {
    const long = `/hub/spaces?clientId=${'x'.repeat(20_000)}`;
    assertRefused(await hub.get(`${long}&limit=1`), 400, /too long .* Leave out limit/);
    assert.equal((await hub.get(long)).status, 200);
    assert.equal((await hub.get(`${long}&limit=3`)).status, 200);
  });

  test('is not on without limit', async () => {
    assert.equal((await hub.get('/hub/spaces?owner=*')).headers.link, undefined);
  });
});
