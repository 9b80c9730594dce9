// Embedded engine only: it looks at the files of the data folder.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { freePort } from '../testing/free-port.ts';
import { until } from './harness/departed.ts';
import { type Hub, PRESET_TOKEN, startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';

/** Every word of the output that could be a secret; which one it is shows by using it. */
function secretsIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z0-9._~+/=-]{12,}/g) ?? [])];
}

async function workingToken(hub: Hub): Promise<string | undefined> {
  for (const token of secretsIn(hub.output())) {
    if ((await hub.get('/hub/spaces', { token })).status === 200) return token;
  }
  return undefined;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('the first start', () => {
  test('that finds its port taken makes no account: the next one shows the secrets', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const data = join(temporaryFolder(), 'data');
    const { port } = taken.address() as AddressInfo;
    const failed = runMeridian(['serve'], { MERIDIAN_PORT: String(port), MERIDIAN_DATA: data });
    assert.equal(await exitCode(failed), 4, failed.stderr());
    assert.equal(failed.stdout(), '');
    taken.close();
    const hub = await startHub({ token: null, data });
    assert.ok(await workingToken(hub), hub.output());
    await hub.stop();
  });

  test('tells those who come too early to come again, not that their token is wrong', async () => {
    const port = await freePort();
    const [MERIDIAN_DATA, MERIDIAN_ADMIN_TOKEN] = [join(temporaryFolder(), 'data'), PRESET_TOKEN];
    const settings = { MERIDIAN_PORT: String(port), MERIDIAN_DATA, MERIDIAN_ADMIN_TOKEN };
    // A password that was chosen takes a while to hash.
    const hub = runMeridian(['serve'], { ...settings, MERIDIAN_ADMIN_PASSWORD: 'a password of ours 1' });
    const seen = new Set<number>();
    const headers = { authorization: `Bearer ${PRESET_TOKEN}`, connection: 'close' };
    await until('the token works', async () => {
      const response = await fetch(`http://127.0.0.1:${port}/hub/spaces`, { headers }).catch(() => undefined);
      await response?.text();
      if (response) seen.add(response.status);
      return response?.status === 200;
    });
    hub.child.kill();
    await exitCode(hub);
    assert.ok(!seen.has(401), [...seen].join(' '));
  });

  test('prints account, password and token once, in a box, and never again', async () => {
    const first = await startHub({ token: null });
    const printed = first.output();
    const token = await workingToken(first);
    assert.ok(token, `no word of the output works as a token:\n${printed}`);
    assert.ok(printed.includes('admin@localhost'));
    assert.match(printed, /password/i);
    assert.ok(!first.logs().includes(token), 'the log has no token');
    const before = first.output().length;
    await first.get('/hub/spaces', { token });
    await first.stop();
    assert.ok(!first.output().slice(before).includes(token));

    const second = await startHub({ token: null, data: first.data });
    assert.equal((await second.get('/hub/spaces', { token })).status, 200, 'the token still works');
    assert.equal(await workingToken(second), undefined);
    // A generated secret has a digit; words, addresses and rules of the box may come again.
    for (const secret of secretsIn(printed).filter(
      (word) => /\d/.test(word) && !/[/:]|localhost/.test(word),
    )) {
      assert.ok(
        !second.output().includes(secret) && !second.logs().includes(secret),
        `${secret} is printed again`,
      );
    }
  });

  test('makes other secrets for every folder', async () => {
    const hubs = await Promise.all([startHub({ token: null }), startHub({ token: null })]);
    const tokens = await Promise.all(hubs.map(workingToken));
    assert.ok(tokens[0] && tokens[1]);
    assert.notEqual(tokens[0], tokens[1]);
    assert.equal((await hubs[0].get('/hub/spaces', { token: tokens[1] })).status, 401);
  });

  test('gives the token every right', async () => {
    const hub = await startHub({ token: null });
    const token = (await workingToken(hub))!;
    const ask = { token };
    assert.equal((await hub.post('/hub/spaces', { id: 'mine', title: 'x' }, ask)).status, 200);
    assert.equal((await hub.put('/hub/spaces/mine/features/a', {}, ask)).status, 200);
    assert.equal((await hub.patch('/hub/spaces/mine/features/a', { properties: { n: 1 } }, ask)).status, 200);
    assert.equal((await hub.delete('/hub/spaces/mine/features/a', ask)).status, 204);
    assert.equal((await hub.delete('/hub/spaces/mine', ask)).status, 204);
  });
});

describe('presets for unattended set-ups', () => {
  const SETTINGS = {
    MERIDIAN_ADMIN_EMAIL: 'ops@example.org',
    MERIDIAN_ADMIN_PASSWORD: 'correct-horse-battery',
  };
  const token = 'preset-token-for-an-unattended-setup';

  test('set account, password and token', async () => {
    const hub = await startHub({ token, settings: SETTINGS });
    assert.equal((await hub.get('/hub/spaces')).status, 200);
    assert.ok(!hub.output().includes('admin@localhost'));
  });

  test('count on the first start only', async () => {
    const first = await startHub({ token, settings: SETTINGS });
    await first.stop();
    const second = await startHub({ data: first.data, token: null });
    assert.equal((await second.get('/hub/spaces', { token })).status, 200);
    assert.ok(!second.output().includes(token) && !second.logs().includes(token));
  });

  test('are kept nowhere in the data folder as they are', async () => {
    const hub = await startHub({ token, settings: SETTINGS });
    await hub.get('/hub/spaces');
    await hub.stop();
    const files = filesBelow(hub.data);
    assert.ok(files.length > 0);
    for (const file of files) {
      const content = readFileSync(file);
      assert.ok(!content.includes(token), `${file} holds the token`);
      assert.ok(!content.includes(SETTINGS.MERIDIAN_ADMIN_PASSWORD), `${file} holds the password`);
    }
  });
});
