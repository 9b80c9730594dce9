// Embedded engine only: the command speaks HTTP; the suites of the routes it calls run on both.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './harness/account.ts';
import { newUser, type Run, type User } from './harness/command.ts';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace, newSpaceId } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

function json<T>({ code, out, err }: Run): T {
  assert.equal(code, 0, err);
  return JSON.parse(out) as T;
}

function assertSaid({ code, out, err }: Run, exit: number, text: RegExp): void {
  assert.equal(code, exit, `${out}\n${err}`);
  assert.match(exit === 0 ? out : err, text);
  if (exit !== 0) assert.equal(out, '');
}

async function signedIn(): Promise<User> {
  const user = newUser();
  const words = ['login', hub.url, '--email', ADMIN_EMAIL, '--password-stdin'];
  assertSaid(
    await user.pipe(`${ADMIN_PASSWORD}\n`, ...words),
    0,
    /^Signed in to \S+ as admin@localhost\. Saved as profile local\.$/m,
  );
  return user;
}

describe('signing in', () => {
  test('keeps the secrets in a file that only its owner can read', async () => {
    const user = await signedIn();
    const file = join(user.settings.XDG_CONFIG_HOME!, 'meridian', 'config.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    chmodSync(file, 0o644);
    json(await user.run('spaces', 'ls', '--json'));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(!readFileSync(file, 'utf8').includes(ADMIN_PASSWORD));
  });

  test('with a wrong password is refused', async () => {
    const words = ['login', hub.url, '--email', ADMIN_EMAIL, '--password-stdin'];
    assertSaid(await newUser().pipe('wrong one\n', ...words), 7, /password is wrong/);
  });

  test('works with a token; one that the hub does not know is refused', async () => {
    const user = newUser();
    assertSaid(await user.pipe(`${hub.token}\n`, 'login', hub.url, '--token-stdin'), 0, /Signed in/);
    assert.equal((await user.run('spaces', 'ls')).code, 0);
    assertSaid(
      await user.pipe('nonsense\n', 'login', hub.url, '--token-stdin'),
      7,
      /unknown, expired or revoked/,
    );
  });

  test('to several hubs keeps them apart by name', async () => {
    const user = await signedIn();
    const login = [
      'login',
      hub.url.replace('127.0.0.1', 'localhost'),
      '--profile',
      'second',
      '--token-stdin',
    ];
    await user.pipe(`${hub.token}\n`, ...login);
    const listed = json<{ name: string; current: boolean }[]>(await user.run('profiles', 'ls', '--json'));
    assert.deepEqual(
      listed.map(({ name, current }) => [name, current]),
      [
        ['local', false],
        ['second', true],
      ],
    );
    assertSaid(await user.run('profiles', 'use', 'local'), 0, /Commands now use http:\/\/127/);
    assertSaid(await user.run('profiles', 'use', 'third'), 8, /no profile third \(there are local, second\)/);
    assert.equal((await user.run('spaces', 'ls', '--profile', 'second')).code, 0);
  });

  test('a token never goes to another hub than its own', async () => {
    const user = await signedIn();
    const other = hub.url.replace('127.0.0.1', 'localhost');
    assertSaid(await user.run('spaces', 'ls', '--url', other), 7, /Not authenticated/);
  });

  test('out ends the token', async () => {
    const user = await signedIn();
    const file = join(user.settings.XDG_CONFIG_HOME!, 'meridian', 'config.json');
    const { token } = JSON.parse(readFileSync(file, 'utf8')).profiles.local;
    assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
    assertSaid(await user.run('logout'), 0, /^Removed the profile local\.$/m);
    assert.equal((await hub.get('/hub/spaces', { token })).status, 401);
    assertSaid(await user.run('logout'), 1, /not signed in to any hub/);
  });
});

describe('spaces', () => {
  const user = newUser(hub);
  const id = newSpaceId();

  test('are created, listed, shown, edited and removed', async () => {
    const words = [
      'spaces',
      'create',
      id,
      '--title',
      'Peaks',
      '--license',
      'CC0-1.0',
      '--searchable',
      'height,name',
      '--text-index',
    ];
    assertSaid(await user.run(...words), 0, new RegExp(`^Created the space ${id}\\.$`, 'm'));
    await hub.put(`/hub/spaces/${id}/features`, {
      type: 'FeatureCollection',
      features: [{ id: 'a', properties: { height: 5 } }],
    });
    const listed = await user.run('spaces', 'ls', '--long');
    assert.match(
      listed.out,
      new RegExp(`^ID +TITLE +FEATURES +CHANGED +IS\\n(.*\\n)*${id} +Peaks +1 +\\d{4}-`),
    );
    const shown = json<{
      title: string;
      searchableProperties: object;
      textIndex: boolean;
      statistics: { count: object };
    }>(await user.run('spaces', 'show', id, '--json'));
    assert.deepEqual(shown.searchableProperties, { height: true, name: true });
    assert.equal(shown.textIndex, true);
    assert.deepEqual(shown.statistics.count, { value: 1, estimated: false });
    assertSaid(
      await user.run('spaces', 'show', id),
      0,
      /Licence +CC0-1.0\n(.*\n)*PROPERTY +FEATURES +TYPE\nheight +1 +number/,
    );
    assert.equal(
      (await user.run('spaces', 'edit', id, '--shared', '--title', 'High', '--license', '')).code,
      0,
    );
    const edited = json<Record<string, unknown>>(
      await user.run('spaces', 'edit', id, '--patch', '{"client":{"a":1}}', '--json'),
    );
    const { title, shared, client, license } = edited;
    assert.deepEqual([title, shared, client, license], ['High', true, { a: 1 }, undefined]);
    assertSaid(
      await user.run('spaces', 'rm', id),
      1,
      /with 1 feature\? There is no terminal to confirm on: add --yes/,
    );
    assertSaid(await user.run('spaces', 'rm', id, '--yes'), 0, /^Removed the space/);
    assertSaid(await user.run('spaces', 'show', id), 8, new RegExp(`There is no space ${id} on http`));
  });

  test('a definition can come from standard input', async () => {
    const made = json<{ title: string }>(
      await user.pipe('{"title":"Piped"}', 'spaces', 'create', '--from', '-', '--json'),
    );
    assert.equal(made.title, 'Piped');
  });
});

describe('query', async () => {
  const user = newUser(hub);
  const space = await newSpace(hub);
  const point = (id: string, lon: number, lat: number, properties: object, tags: string[] = []) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { ...properties, '@ns:com:here:xyz': { tags } },
  });
  await space.load(
    point('a', 7.6, 45.9, { name: 'Matterhorn', height: 4478 }, ['glacier']),
    point('b', 10.9, 47.4, { name: 'Zug\u001b[31mspitze', height: 2962, big: 12345678901234567n.toString() }),
    point('c', 6.8, 45.8, { name: 'Mont Blanc', height: 4806 }, ['glacier', 'border']),
  );
  const ids = async (...words: string[]) =>
    json<{ features: { id: string }[] }>(
      await user.run('query', space.id, '--geojson', ...words),
    ).features.map(({ id }) => id);

  test('finds by properties, tags and box', async () => {
    assert.deepEqual(await ids('--where', 'height>=4000'), ['a', 'c']);
    assert.deepEqual(await ids('--where', 'height>=4000', '--where', 'name!=Matterhorn'), ['c']);
    assert.deepEqual(await ids('--tags', 'glacier+border'), ['c']);
    assert.deepEqual(await ids('--bbox', '10,47,11,48'), ['b']);
    assert.equal((await user.run('query', space.id, '--tags', 'glacier', '--count')).out, '2\n');
    assert.equal((await user.run('query', space.id, '--bbox', '5,45,8,46', '--count')).out, '2\n');
  });

  test('shows a table in which data cannot play tricks', async () => {
    const { out } = await user.run('query', space.id, '--select', 'name,height');
    assert.equal(
      out,
      `ID  GEOMETRY  name            height
a   Point     Matterhorn        4478
b   Point     Zug�[31mspitze    2962
c   Point     Mont Blanc        4806
`,
    );
  });

  test('finds by conditions in CQL2 and by words', async () => {
    assert.deepEqual(await ids('--filter', "height > 4500 OR name LIKE 'Matt%'"), ['a', 'c']);
    assert.deepEqual(await ids('--search', 'MONT bl'), ['c']);
    assert.equal((await user.run('query', space.id, '--filter', 'height > 4500', '--count')).out, '1\n');
    assertSaid(await user.run('query', space.id, '--filter', 'height >'), 1, /Filter: the filter ends/);
  });

  test('finds what was there at a time', async () => {
    const past = await newSpace(hub, { enableHistory: true });
    await past.load(feature('old'));
    const seen = await user.run('query', past.id, '--at', '2100-01-01', '--geojson');
    assert.deepEqual(idsOf(JSON.parse(seen.out) as FeatureCollection), ['old']);
    assertSaid(await user.run('query', past.id, '--at', '1999-12-31'), 8, /no version .* 1999-12-31/);
    assertSaid(await user.run('query', past.id, '--at', 'once', '--count'), 1, /At must be a time/);
    assert.equal((await user.run('query', past.id, '--at', '2100-01-01', '--count')).out, '1\n');
  });

  test('counts in groups and computes measures of them', async () => {
    const words = ['--group-by', 'limits(height,4000)', '--measures', 'max(height),mean(height)'];
    assert.equal(
      (await user.run('query', space.id, ...words)).out,
      `limits(height,4000)  COUNT  max(height)  mean(height)
< 4000                   1         2962          2962
≥ 4000                   2         4806          4642
2 groups of 3 features
`,
    );
    const tagged = ['--group-by', 'tags', '--sort', 'tags:asc', '--near', '45.9,7.6', '--json'];
    const { groups } = json<{ groups: unknown[] }>(await user.run('query', space.id, ...tagged));
    assert.deepEqual(groups, [{ key: { tags: 'glacier' }, count: 1 }]);
    assertSaid(
      await user.run('query', space.id, '--sort', 'count'),
      1,
      /--sort orders groups: add --group-by/,
    );
  });

  test('stats shows what properties hold', async () => {
    const { out } = await user.run('stats', space.id);
    assert.match(
      out,
      /^3 features, .*, Point\n\nPROPERTY +FEATURES +TYPES +DISTINCT +MIN +MAX +MOST FREQUENT\n/,
    );
    assert.match(out, /^height +3 +number +3 +2962 +4806 +4478 \(1\), /m);
  });

  test('says when there is more', async () => {
    const { code, out, err } = await user.run('query', space.id, '--limit', '2');
    assert.equal(code, 0);
    assert.equal(out.split('\n').length, 4);
    assert.match(err, /^Showing the first 2 features; there are more/);
  });

  for (const [words, problem] of [
    [['--where', 'height'], /a comparison such as height>=4000/],
    [['--bbox', '1,2,3'], /west,south,east,north/],
    [['--near', 'here'], /is not a number/],
    [['--limit', '0'], /a whole number from 1/],
  ] as const)
    test(`refuses ${words.join(' ')}`, async () =>
      assertSaid(await user.run('query', space.id, ...words), 2, problem));
});

describe('tokens', () => {
  test('are listed (ls, list), created and revoked (rm, revoke) by the signed-in account', async () => {
    const user = await signedIn();
    const secret = (
      await user.run('tokens', 'create', '--right', 'readFeatures', '--description', 'a map')
    ).out.trim();
    assert.equal((await hub.get('/hub/spaces', { token: secret })).status, 200);
    const { out } = await user.run('tokens', 'ls');
    assert.equal((await user.run('tokens', 'list')).out, out);
    const id = /^(\S+) .* readFeatures +a map$/m.exec(out)?.[1];
    assert.ok(id, out);
    assertSaid(await user.run('tokens', 'rm', id, '--yes'), 0, /was revoked/);
    assert.equal((await hub.get('/hub/spaces', { token: secret })).status, 401);
    assertSaid(await user.run('tokens', 'revoke', id, '--yes'), 8, /no token/);
  });

  test('want somebody signed in', async () => {
    assertSaid(await newUser(hub).run('tokens', 'ls'), 7, /run meridian login/);
  });
});

test('projects are created, listed, shown, edited and removed', async () => {
  const user = newUser(hub);
  const id = newSpaceId();
  assertSaid(await user.run('projects', 'create', id, '--title', 'Walks'), 0, /^Created the project/);
  assertSaid(await user.run('projects', 'edit', id, '--publish'), 0, /^Changed the project/);
  assert.match(
    (await user.run('projects', 'ls')).out,
    new RegExp(`^${id} +Walks +\\S+ \\S+ +published$`, 'm'),
  );
  assert.equal(json<{ status: string }>(await user.run('projects', 'show', id)).status, 'PUBLISHED');
  assertSaid(await user.run('projects', 'rm', id, '-y'), 0, /^Removed the project/);
  assertSaid(await user.run('projects', 'show', id), 8, new RegExp(`no project ${id}`));
});

test('open prints the address where there is no screen', async () => {
  const user = newUser(hub);
  user.settings.DISPLAY = undefined;
  const space = await newSpace(hub);
  assert.match((await user.run('open', '--print')).out, /^http:\/\/\S+\/\n$/);
  assert.match((await user.run('open', space.id, '--print')).out, new RegExp(`^http\\S+${space.id}\\n$`));
});

test('a hub that is not there is told from one that refuses', async () => {
  const user = newUser({ url: 'http://127.0.0.1:9', token: 'x' });
  assertSaid(await user.run('spaces', 'show', 'x', '--url', 'nonsense'), 1, /no address of a hub/);
  assertSaid(
    await newUser({ url: hub.url, token: 'wrong' }).run('spaces', 'ls'),
    7,
    /Sign in with meridian login/,
  );
});

test('a damaged file of profiles is named', async () => {
  const user = await signedIn();
  const file = join(user.settings.XDG_CONFIG_HOME!, 'meridian', 'config.json');
  writeFileSync(file, '{"profiles":');
  assertSaid(await user.run('spaces', 'ls'), 1, /config\.json is damaged .*: repair or remove it/);
});

test('every command has a help with an example or a description, and a misspelt one a suggestion', async () => {
  const user = newUser();
  for (const word of [
    'import',
    'export',
    'query',
    'stats',
    'spaces',
    'projects',
    'login',
    'logout',
    'profiles',
    'tokens',
    'open',
    'completion',
  ])
    assertSaid(await user.run(word, '--help'), 0, new RegExp(`^Usage: meridian ${word}`));
  assertSaid(await user.run('space'), 2, /Did you mean spaces\?/);
  assertSaid(await user.run('spaces', 'lst'), 2, /Did you mean ls\?/);
});
