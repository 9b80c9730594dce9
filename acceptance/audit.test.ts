import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_EMAIL, ADMIN_PASSWORD, newPerson, signIn, trySignIn } from './harness/account.ts';
import { PRESET_TOKEN, startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

interface Entry {
  id: number;
  at: number;
  action: string;
  account: string;
  subject: string;
  details: Record<string, unknown>;
}
interface Page {
  entries: Entry[];
  handle?: number;
}

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);

const log = async (query: Record<string, string> = {}) => {
  const { status, body, text } = await hub.get<Page>(`/hub/audit?${new URLSearchParams(query)}`);
  assert.equal(status, 200, text);
  return body;
};
const actionsOn = async (subject: string) =>
  (await log({ subject })).entries.map(({ action }) => action).reverse();

describe('the audit log', () => {
  test('has who made, changed and deleted a space, by which token and from where', async () => {
    const space = await newSpace(hub);
    await hub.patch(space.path, { shared: true, title: 'Other' });
    const { headers } = await hub.delete(space.path);
    assert.deepEqual(await actionsOn(space.id), ['space.create', 'space.change', 'space.delete']);
    const [gone, changed] = (await log({ subject: space.id })).entries;
    assert.equal(gone!.account, admin.aid);
    assert.equal(gone!.details.via, 'token');
    assert.equal(gone!.details.streamId, headers['stream-id']);
    assert.equal(gone!.details.address, '127.0.0.1');
    assert.match(String(gone!.details.token), /^\w{22}$/);
    assert.deepEqual(changed!.details.changed, ['title', 'shared']);
    assert.equal(changed!.details.shared, true);
    assert.ok(!JSON.stringify(changed).includes('Other'));
  });

  test('has accounts, tokens and sign-ins, and no secret of any of them', async () => {
    const ana = await newPerson(hub, admin);
    const token = await ana.newToken({ description: 'seldom-seen' });
    await ana.request('DELETE', `/token-api/tokens/${token.tid}`);
    await admin.request('PATCH', `/account-api/accounts/${ana.aid}`, { body: { nickname: 'Ann' } });
    await admin.request('PATCH', `/account-api/accounts/${ana.aid}`, { body: { admin: true } });
    assert.equal((await trySignIn(hub, ana.email, 'wrong-password-typed')).status, 401);
    assert.equal((await trySignIn(hub, 'typed-my-password-here', 'x')).status, 401);
    await ana.request('POST', '/api/account/sign-out');
    assert.deepEqual(await actionsOn(ana.aid), ['account.create', 'account.change']);
    assert.deepEqual(await actionsOn(token.tid), ['token.create', 'token.revoke']);
    const { entries } = await log({ account: ana.aid });
    const actions = entries.map(({ action }) => action).reverse();
    assert.deepEqual(actions, [
      ...['session.start', 'token.create', 'token.revoke'],
      ...['session.refuse', 'session.end'],
    ]);
    const [change] = (await log({ subject: ana.aid, action: 'account.change' })).entries;
    assert.deepEqual([change!.account, change!.details.changed], [admin.aid, ['admin']]);
    const [unknown] = (await log({ action: 'session.refuse' })).entries;
    assert.deepEqual([unknown!.account, unknown!.details.reason], ['', 'no such account']);
    const everything = JSON.stringify((await log({ limit: '1000' })).entries);
    const secrets = [
      ana.password,
      token.token,
      PRESET_TOKEN,
      'typed',
      'seldom-seen',
      'scrypt',
      'Ann',
      ADMIN_EMAIL,
    ];
    for (const secret of secrets) assert.ok(!everything.includes(secret), secret);
  });

  test('has deletes by conditions before they begin, without the values, and none by ids', async () => {
    const space = await newSpace(hub);
    await space.load({ id: 'a', properties: { name: 'Secretville' } }, { id: 'b' }, { id: 'c' });
    await hub.delete(`${space.features}?id=b`);
    await hub.delete(`${space.features}?p.name=Secretville`);
    await hub.delete(`${space.features}?id=*`);
    const { entries } = await log({ subject: space.id, action: 'features.delete' });
    assert.deepEqual(
      entries.map(({ details }) => details.by),
      [['everything'], ['conditions']],
    );
    assert.ok(!JSON.stringify(entries).includes('Secretville'));
  });

  test('has when a project is published, withdrawn and deleted, and not each change of it', async () => {
    const { body } = await hub.post<{ id: string }>('/project-api/projects', { status: 'UNPUBLISHED' });
    const path = `/project-api/projects/${body.id}`;
    for (const status of ['PUBLISHED', 'PUBLISHED', 'UNPUBLISHED']) await hub.patch(path, { status });
    await hub.delete(path);
    assert.deepEqual(await actionsOn(body.id), ['project.publish', 'project.unpublish', 'project.delete']);
  });

  test('has no entry of a request that was refused', async () => {
    const newestId = (await log({ limit: '1' })).entries[0]!.id;
    const { id } = await newSpace(hub);
    assertRefused(await hub.post('/hub/spaces', { id, title: 'Twice' }), 409, id);
    assert.equal((await hub.delete('/hub/spaces/not-there')).status, 404);
    const since = (await log()).entries.filter((entry) => entry.id > newestId);
    assert.deepEqual(
      since.map(({ action }) => action),
      ['space.create'],
    );
  });

  test('is read page by page, the newest first, and by time', async () => {
    const pages: Entry[] = [];
    for (let handle: number | undefined = 0; handle !== undefined; ) {
      const page: Page = await log({ limit: '7', handle: `${handle}` });
      assert.ok(page.entries.length <= 7);
      pages.push(...page.entries);
      handle = page.handle;
    }
    assert.deepEqual(pages, (await log({ limit: '1000' })).entries);
    const [{ at }] = pages.slice(3) as [Entry];
    const since = (await log({ since: `${at}`, limit: '1000' })).entries;
    assert.deepEqual(
      since,
      pages.filter((entry) => entry.at >= at),
    );
    const until = (await log({ until: new Date(at).toISOString(), limit: '1000' })).entries;
    assert.deepEqual(
      until,
      pages.filter((entry) => entry.at < at),
    );
    assertRefused(await hub.get('/hub/audit?since=yesterday'), 400, 'since');
    assertRefused(await hub.get('/hub/audit?action=space.paint'), 400, 'action');
  });

  test('is for administrators, by a session or by a token with all their rights', async () => {
    assert.equal((await admin.request('GET', '/hub/audit')).status, 200);
    const reader = await admin.newToken({ urm: { 'xyz-hub': { readFeatures: [{}] } } });
    assertRefused(await hub.get('/hub/audit', { token: reader.token }), 403, 'all rights');
    const ana = await newPerson(hub, admin);
    assertRefused(await ana.request('GET', '/hub/audit'), 403, 'administrators');
    assert.equal((await hub.get('/hub/audit', { token: null })).status, 401);
  });
});
