import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from './harness/people.ts';
import { assertRefused } from './harness/refusal.ts';

interface List {
  projects: { id: string }[];
  handle?: number;
}

const hub = await startHub({ settings: ADMIN_SETTINGS });
const PROJECTS = '/project-api/projects';
const idsOf = ({ projects }: List) => projects.map(({ id }) => id);

/** A token of somebody who has these projects and no others. */
async function owner(...ids: string[]): Promise<string> {
  const token = await (await newPerson(hub)).token();
  for (const id of ids) await hub.put(`${PROJECTS}/${id}`, {}, { token });
  return token;
}
const list = (token: string, query = '', headers = {}) =>
  hub.get<List>(`${PROJECTS}${query}`, { token, headers });

describe('the list of projects', () => {
  test('has all of them in the order in which they were made', async () => {
    const token = await owner('all-c', 'all-a', 'all-b');
    await hub.put(`${PROJECTS}/all-c`, { title: 'changed' }, { token });
    for (const query of ['', '?paginate=false', '?paginate=False', '?owner=me', '?limit=1'])
      assert.deepEqual(idsOf((await list(token, query)).body), ['all-c', 'all-a', 'all-b'], query);
    assert.equal((await list(token)).text.startsWith('{"projects":['), true);
    assert.deepEqual((await list(await owner())).body, { projects: [] });
  });

  test('has thousands of them', async () => {
    const token = await owner();
    const ids = Array.from({ length: 1050 }, (_, n) => `many-${n}`);
    for (let from = 0; from < ids.length; from += 50)
      await Promise.all(ids.slice(from, from + 50).map((id) => hub.post(PROJECTS, { id }, { token })));
    const { body } = await list(token);
    assert.deepEqual(idsOf(body).sort(), [...ids].sort());
    assert.equal(idsOf((await list(token, '?paginate=true')).body).length, 1000);
  });

  test('comes page by page', async () => {
    const token = await owner('p1', 'p2', 'p3', 'p4', 'p5');
    const first = (await list(token, '?paginate=true&limit=2')).body;
    assert.deepEqual(idsOf(first), ['p1', 'p2']);
    assert.ok(Number.isInteger(first.handle));
    const second = (await list(token, `?paginate=true&limit=2&handle=${first.handle}`)).body;
    assert.deepEqual(idsOf(second), ['p3', 'p4']);
    const last = (await list(token, `?paginate=true&limit=2&handle=${second.handle}`)).body;
    assert.deepEqual(last, { projects: last.projects });
    assert.deepEqual(idsOf(last), ['p5']);
    const full = (await list(token, '?paginate=true&limit=5')).body;
    assert.ok(Number.isInteger(full.handle), 'the handle stays while a page is full');
    assert.deepEqual((await list(token, `?paginate=true&handle=${full.handle}`)).body, { projects: [] });
  });

  test('pages show what was there throughout exactly once, whatever comes and goes', async () => {
    const stay = Array.from({ length: 30 }, (_, n) => `stay-${n}`);
    const go = Array.from({ length: 30 }, (_, n) => `go-${n}`);
    const token = await owner(...stay.flatMap((id, n) => [id, go[n]!]));
    const seen: string[] = [];
    for (let handle = 0, round = 0; ; round++) {
      const { body } = await list(token, `?paginate=true&limit=7&handle=${handle}`);
      seen.push(...idsOf(body));
      if (body.handle === undefined) break;
      handle = body.handle;
      for (const id of go.slice(round * 5, round * 5 + 5)) await hub.delete(`${PROJECTS}/${id}`, { token });
      await hub.post(PROJECTS, { id: `come-${round}` }, { token });
    }
    assert.deepEqual(
      seen.filter((id) => id.startsWith('stay')),
      stay,
    );
    assert.equal(new Set(seen).size, seen.length);
  });

  for (const [query, culprit] of [
    ['paginate=true&limit=0', 'limit'],
    ['paginate=true&limit=x', 'limit'],
    ['paginate=true&limit=-1', 'limit'],
    ['paginate=true&limit=1.5', 'limit'],
    ['paginate=true&handle=x', 'handle'],
    ['paginate=true&handle=-1', 'handle'],
    ['paginate=true&limit=1&limit=2', 'limit'],
    ['paginate=maybe', 'paginate'],
    ['owner=nobody', 'owner'],
  ] as const)
    test(`?${query} is refused`, async () =>
      assertRefused(await hub.get(`${PROJECTS}?${query}`), 400, culprit));

  test('shows what others have published, and only that', async () => {
    const theirs = await owner('hidden');
    await hub.put(`${PROJECTS}/shown`, { status: 'PUBLISHED' }, { token: theirs });
    const mine = await owner('mine');
    await hub.put(`${PROJECTS}/mine-shown`, { status: 'PUBLISHED' }, { token: mine });
    const others = idsOf((await list(mine, '?owner=others')).body);
    assert.ok(others.includes('shown') && !others.includes('hidden') && !others.includes('mine-shown'));
    const both = idsOf((await list(mine, '?owner=*')).body);
    assert.deepEqual(
      both.filter((id) => /^(mine|shown|hidden)/.test(id)),
      ['shown', 'mine', 'mine-shown'],
    );
    const page = (await list(mine, '?owner=*&paginate=true&limit=2')).body;
    assert.equal(page.projects.length, 2);
  });
});

describe('in the datahub dialect', () => {
  const CALLERS: [name: string, query: string, headers: Record<string, string>][] = [
    ['python-requests', '', { 'user-agent': 'python-requests/2.31.0' }],
    ['HereCLI', '', { 'app-name': 'HereCLI' }],
    ['clientId=dhpy', 'clientId=dhpy', {}],
  ];
  for (const [name, query, headers] of CALLERS)
    test(`${name} gets a bare array, but for pages`, async () => {
      const token = await owner();
      const { body: made } = await hub.post<{ id: string }>(PROJECTS, {}, { token });
      const all = await hub.get<{ id: string }[]>(`${PROJECTS}?${query}`, { token, headers });
      assert.deepEqual(
        all.body.map(({ id }) => id),
        [made.id],
      );
      const page = await hub.get<List>(`${PROJECTS}?paginate=true&${query}`, { token, headers });
      assert.deepEqual(idsOf(page.body), [made.id]);
    });
});
