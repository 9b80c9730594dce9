// Embedded engine only: it looks for secrets in the files of the data folder.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ADMIN_EMAIL, newPerson, openSignInPage, type Person, signIn, trySignIn } from './harness/account.ts';
import { startHub } from './harness/hub.ts';

const ADMIN_PASSWORD = 'Zq9-the-password-of-the-administrator';
const WRONG_PASSWORD = 'Zq9-a-password-that-is-wrong';
const NEW_PASSWORD = 'Zq9-the-password-chosen-later';
const WRONG_TOKEN = 'Zq9.a+token~that/is-wrong';

/** Every call of the interface that takes or gives a secret, right and wrong; collects what was used. */
async function useEverything(): Promise<{ secrets: string[]; written: string; data: string }> {
  const hub = await startHub({
    token: 'Zq9.the+preset~token/of-the_administrator',
    settings: {
      MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
      MERIDIAN_LOG_LEVEL: 'trace',
      MERIDIAN_SELF_REGISTRATION: 'on',
    },
  });
  const admin = await signIn(hub, ADMIN_EMAIL, ADMIN_PASSWORD);
  const ana = await newPerson(hub, admin);
  const visit = await openSignInPage(hub);
  const made = await ana.newToken({ description: 'one' });
  const cli = await ana.request<{ token: string }>('POST', '/token-api/tokens', {
    body: {},
    headers: { 'app-name': 'HereCLI' },
  });
  const generated = await admin.request<{ password: string }>('POST', '/account-api/accounts', {
    body: { email: 'generated@example.org' },
  });
  const sessionIds = (person: Person) => person.cookies.split('; ').map((pair) => pair.split('=')[1]!);
  const visitorIds = visit.cookies.split('; ').map((pair) => pair.split('=')[1]!);
  const tokens = [hub.token, made.token, cli.body.token, WRONG_TOKEN];
  const secrets = [
    ...tokens,
    ADMIN_PASSWORD,
    WRONG_PASSWORD,
    NEW_PASSWORD,
    ana.password,
    generated.body.password,
    ...sessionIds(admin),
    ...sessionIds(ana),
    ...visitorIds,
    visit.csrf,
    ana.csrf,
    admin.csrf,
  ];

  const responses: string[] = [];
  const keep = async (asking: Promise<{ status: number; text: string }>) => {
    const { status, text } = await asking;
    if (status >= 400) responses.push(text);
  };
  for (const token of tokens) {
    const encoded = encodeURIComponent(token);
    for (const path of [
      '/hub/spaces',
      '/project-api/projects',
      '/hub/spaces/none/search',
      '/nope',
      '/sign-in',
    ])
      for (const query of [`access_token=${encoded}`, `access_token=${encoded}&limit=no&limit=no`]) {
        await keep(hub.get(`${path}?${query}`, { token: null }));
        await keep(hub.get(path, { token }));
        await keep(hub.post(`${path}?${query}`, '{', { token: null }));
      }
    await keep(hub.get(`/token-api/tokens/${encoded}.json`, { token: null }));
    await keep(hub.get(`/token-api/tokens/${encoded}`, { token: null, headers: { 'app-name': 'HereCLI' } }));
    await keep(ana.request('DELETE', `/token-api/tokens/${encoded}?x=1`));
    await keep(admin.request('DELETE', `/token-api/tokens/${encoded}x`));
  }
  for (const password of [WRONG_PASSWORD, ADMIN_PASSWORD]) {
    await keep(trySignIn(hub, ana.email, password, { visit }));
    await keep(trySignIn(hub, ADMIN_EMAIL, password, { visit, headers: { 'x-csrf-token': 'x' } }));
  }
  const headers = { cookie: visit.cookies, 'x-csrf-token': visit.csrf };
  for (const path of ['/api/account/sign-in-with-password', '/api/account/register'])
    for (const body of [`{"password": "${WRONG_PASSWORD}"`, { email: 5, password: WRONG_PASSWORD }])
      await keep(hub.post(path, body, { token: null, headers }));
  for (const [password, newPassword] of [
    [WRONG_PASSWORD, NEW_PASSWORD],
    [ana.password, 'Zq9'],
    [ana.password, NEW_PASSWORD],
  ])
    await keep(ana.request('POST', '/api/account/change-password', { body: { password, newPassword } }));
  await keep(
    admin.request('PATCH', `/account-api/accounts/${ana.aid}`, { body: { password: NEW_PASSWORD } }),
  );
  await keep(ana.request('POST', '/api/account/sign-out'));

  const metrics = (await hub.get('/metrics')).text;
  const accounts = (await admin.request('GET', '/account-api/accounts')).text;
  await hub.stop();
  const box = hub.output().split('Meridian is ready')[1] ?? '';
  return { secrets, written: [hub.logs(), box, metrics, accounts, ...responses].join('\n'), data: hub.data };
}

describe('after a run that used every secret', async () => {
  const { secrets, written, data } = await useEverything();

  test('none is in the log, in the metrics or in an error', () => {
    assert.ok(written.includes('"operation":"signIn"'), 'the log was written');
    for (const secret of secrets)
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
        assert.ok(!written.includes(form), `${form} was written`);
  });

  test('none is in the data folder', () => {
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(data, name))
      .filter((path) => statSync(path).isFile());
    assert.ok(files.some((path) => path.endsWith('hub.db')));
    for (const file of files) {
      const content = readFileSync(file);
      for (const secret of secrets) assert.ok(!content.includes(secret), `${file} holds ${secret}`);
    }
  });

  test('no two are alike', () => {
    const random = secrets.filter((secret) => !secret.startsWith('Zq9'));
    // Five cookies of a session carry one id.
    assert.equal(new Set(random).size, random.length - 2 * 4);
  });
});
