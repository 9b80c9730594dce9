import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { startHub } from './harness/hub.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const admin = await signIn(hub);

type Session = {
  id: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number;
  program?: string;
  current: boolean;
};
type Signed = Awaited<ReturnType<typeof signIn>>;

async function sessionsOf({ request }: Signed, program = 'a test'): Promise<Session[]> {
  const { status, body, headers } = await request<{ sessions: Session[] }>('GET', '/api/account/sessions', {
    headers: { 'user-agent': program },
  });
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  return body.sessions;
}

describe('the sessions of an account', () => {
  test('are listed with their program and last use, the newest first, without anything that opens them', async () => {
    const began = Date.now();
    const ana = await newPerson(hub, admin);
    await sessionsOf(ana, 'Firefox/145.0');
    const elsewhere = await signIn(hub, ana.email, ana.password);
    const listed = await sessionsOf(elsewhere, 'curl/8.14.1');
    assert.deepEqual(
      listed.map(({ program, current }) => [program, current]),
      [
        ['curl/8.14.1', true],
        ['Firefox/145.0', false],
      ],
    );
    for (const { createdAt, expiresAt, lastUsedAt, id } of listed) {
      assert.ok(began <= createdAt && createdAt <= lastUsedAt && lastUsedAt <= Date.now());
      assert.ok(expiresAt > Date.now());
      const cookie = ana.cookies.replaceAll(/=[^;]*/g, `=${id}`);
      const opened = await hub.get('/account-api/accounts/me', { token: null, headers: { cookie } });
      assert.equal(opened.status, 401);
    }
  });

  test('end when they are told to, at once, and nobody else can tell them', async () => {
    const ana = await newPerson(hub, admin);
    const elsewhere = await signIn(hub, ana.email, ana.password);
    const [, { id }] = (await sessionsOf(elsewhere)) as [Session, Session];
    const path = `/api/account/sessions/${id}`;
    const bob = await newPerson(hub, admin);
    for (const other of [bob, admin]) assert.equal((await other.request('DELETE', path)).status, 404);
    assert.equal((await ana.request('GET', '/account-api/accounts/me')).status, 200);
    assert.equal((await elsewhere.request('DELETE', path)).status, 204);
    assert.equal((await ana.request('GET', '/account-api/accounts/me')).status, 401);
    assert.equal((await sessionsOf(elsewhere)).length, 1);
    assert.equal((await elsewhere.request('DELETE', path)).status, 404);
    const audit = await hub.get<{ entries: { action: string }[] }>(`/hub/audit?account=${ana.aid}&limit=1`);
    assert.equal(audit.body.entries[0]?.action, 'session.end');
  });
});

test('a token shows when it was last used, to its owner', async () => {
  const ana = await newPerson(hub, admin);
  const [used, unused] = [await ana.newToken(), await ana.newToken()];
  const began = Date.now();
  assert.equal((await hub.get('/hub/spaces', { token: used.token })).status, 200);
  const list = await ana.request<{ tid: string; lastUsedAt?: number }[]>('GET', '/token-api/tokens');
  const lastUsed = (tid: string) => list.body.find((token) => token.tid === tid)?.lastUsedAt;
  assert.equal(lastUsed(unused.tid), undefined);
  assert.ok(began - 1 <= lastUsed(used.tid)! && lastUsed(used.tid)! <= Date.now());
  const shown = await hub.get<object>(`/token-api/tokens/${used.tid}.json`, { token: null });
  assert.ok(!('lastUsedAt' in shown.body));
});
