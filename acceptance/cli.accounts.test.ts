// Embedded engine only: it is about commands beside the data folder and its server; processes.postgres.test.ts has those beside a database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn, trySignIn } from './harness/account.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { exitCode, runMeridian, type Settings, temporaryFolder } from './harness/program.ts';

interface Run {
  code: number | null;
  out: string;
  err: string;
}

async function meridian(
  data: string,
  words: string[],
  input?: string,
  settings: Settings = {},
): Promise<Run> {
  const program = runMeridian(words, { MERIDIAN_DATA: data, ...settings }, input);
  return { code: await exitCode(program), out: program.stdout(), err: program.stderr() };
}

const settings = { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD };
const AS_ADMIN = { MERIDIAN_ADMIN_EMAIL: ADMIN_EMAIL, MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD };

async function json<T>(data: string, words: string[], more: Settings = {}): Promise<T> {
  const run = await meridian(data, [...words, '--json'], undefined, more);
  assert.equal(run.code, 0, run.err);
  return JSON.parse(run.out) as T;
}

/** The same commands on the data folder and on a server that has it open. */
for (const [where, isRunning] of [
  ['a data folder that no server has open', false],
  ['a data folder that a server has open', true],
] as const) {
  describe(`on ${where}`, async () => {
    const first = await startHub({ settings });
    const { data } = first;
    if (!isRunning) await first.stop();
    const more = isRunning ? AS_ADMIN : {};
    const run = (words: string[], input?: string) => meridian(data, words, input, more);
    /** Looks at the outcome with a server. */
    const onServer = async (look: (hub: Hub) => Promise<void>) => {
      if (isRunning) return look(first);
      const hub = await startHub({ data, token: null });
      await look(hub);
      await hub.stop();
    };

    test('account add makes one with a generated password', async () => {
      const made = await json<{ email: string; password: string }>(
        data,
        ['account', 'add', 'Ana@example.org'],
        more,
      );
      assert.equal(made.email, 'ana@example.org');
      await onServer(async (hub) => void (await signIn(hub, made.email, made.password)));
    });

    test('account quota and usage set and show what an account may store', async () => {
      assert.match((await run(['account', 'usage', 'ana@example.org'])).out, /has stored 0 B, no limit/);
      assert.equal((await run(['account', 'quota', 'ana@example.org', '10M'])).code, 0);
      const usage = await json(data, ['account', 'usage', 'ana@example.org'], more);
      assert.deepEqual(usage, { usedBytes: 0, maxBytes: 10 * 1024 ** 2 });
      const wrong = await run(['account', 'quota', 'ana@example.org', 'much']);
      assert.equal(wrong.code, 1);
      assert.match(wrong.err, /the quota must be a number of bytes .*, unlimited or default, not much/);
    });

    test('audit shows who did what, by the emails of accounts, and as JSON', async () => {
      const words = ['audit', '--action', 'account.change', '--since', '1h'];
      const entries = await json<{ action: string; details: { via: string } }[]>(data, words, more);
      assert.equal(entries[0]?.action, 'account.change');
      assert.equal(entries[0].details.via, isRunning ? 'session' : 'command');
      const table = await run(['audit', '--limit', '100']);
      assert.match(table.out, /^WHEN +ACTION +ACCOUNT +SUBJECT +VIA +ADDRESS\n/);
      assert.match(table.out, /account\.change .*ana@example\.org/);
      const wrong = await run(['audit', '--since', 'yesterday']);
      assert.equal(wrong.code, 2);
      assert.match(wrong.err, /'yesterday'.*date or time/);
    });

    test('account add takes the password from standard input and tells it to nobody', async () => {
      const { code, out, err } = await run(
        ['account', 'add', 'bob@example.org', '--password-stdin', '--admin'],
        'a secret of bob\n',
      );
      assert.equal(code, 0, err);
      assert.match(out, /bob@example\.org/);
      assert.ok(!(out + err).includes('a secret of bob'));
    });

    test('account list shows who is there', async () => {
      const list = await json<{ email: string; admin: boolean }[]>(data, ['account', 'list'], more);
      assert.deepEqual(
        list.map(({ email, admin }) => [email, admin]),
        [
          [ADMIN_EMAIL, true],
          ['ana@example.org', false],
          ['bob@example.org', true],
        ],
      );
      const { out } = await run(['account', 'ls']);
      assert.match(out, /^EMAIL +ID +IS\nadmin@localhost +\w+ +admin\nana@example.org +\w+\n/);
    });

    test('account passwd, disable and enable do what they say', async () => {
      assert.equal(
        (await run(['account', 'passwd', 'bob@example.org', '--password-stdin'], 'another of bob\n')).code,
        0,
      );
      assert.equal((await run(['account', 'disable', 'ana@example.org'])).code, 0);
      await onServer(async (hub) => {
        assert.equal((await trySignIn(hub, 'bob@example.org', 'a secret of bob')).status, 401);
        assert.equal((await trySignIn(hub, 'bob@example.org', 'another of bob')).status, 200);
      });
      const list = () => json<{ email: string; disabled: boolean }[]>(data, ['account', 'list'], more);
      assert.equal((await list())[1]!.disabled, true);
      assert.equal((await run(['account', 'enable', 'ANA@example.org'])).code, 0);
      assert.equal((await list())[1]!.disabled, false);
    });

    test('token create prints the secret and nothing else; token list, or ls, does not know it; token revoke, or rm, ends it', async () => {
      const created = await run([
        'token',
        'create',
        '--right',
        'readFeatures',
        '--space',
        'cities-*',
        '--description',
        'reads',
        '--expires',
        '30d',
      ]);
      assert.equal(created.code, 0, created.err);
      const secret = created.out.trim();
      assert.match(secret, /^\w{32,}$/);
      const list = await json<{ tid: string; description: string; exp: number }[]>(
        data,
        ['token', 'ls'],
        more,
      );
      const found = list.find(({ description }) => description === 'reads')!;
      assert.ok(Math.abs(found.exp - Date.now() / 1000 - 30 * 24 * 3600) < 100);
      assert.ok(!JSON.stringify(list).includes(secret));
      assert.deepEqual(await json(data, ['token', 'list'], more), list);
      await onServer(async (hub) => {
        assert.equal((await hub.get('/hub/spaces', { token: secret })).status, 200);
        assert.equal((await hub.post('/hub/spaces', { title: 'x' }, { token: secret })).status, 403);
      });
      assert.equal((await run(['token', 'revoke', found.tid])).code, 0);
      await onServer(async (hub) =>
        assert.equal((await hub.get('/hub/spaces', { token: secret })).status, 401),
      );
      const again = await run(['token', 'rm', found.tid]);
      assert.equal(again.code, 1);
      assert.match(again.err, /no such token/);
    });

    const WRONG: [string, string[], RegExp][] = [
      ['an account that is there', ['account', 'add', 'ana@example.org'], /ana@example.org.*already/],
      ['a bad email', ['account', 'add', 'nobody'], /email/],
      [
        'an account that is not there',
        ['account', 'disable', 'nobody@example.org'],
        /no account nobody@example.org/,
      ],
      ['a right that is none', ['token', 'create', '--right', 'fly'], /fly/],
      ['a space without a right', ['token', 'create', '--space', 'x'], /--right/],
    ];
    // On a server one is enough to see that what it refuses is told in the same way.
    for (const [name, words, problem] of isRunning ? WRONG.slice(0, 1) : WRONG)
      test(`refuses ${name} in a sentence`, async () => {
        const { code, err, out } = await run(words);
        assert.equal(code, 1);
        assert.match(err, problem);
        assert.equal(err.trim().split('\n').length, 1);
        assert.equal(out, '');
      });
  });
}

test('a server that is in use says how to sign in, and lets an administrator change the own password', async () => {
  const hub = await startHub({ settings });
  const { code, err } = await meridian(hub.data, ['account', 'list']);
  assert.equal(code, 1);
  assert.match(err, /MERIDIAN_ADMIN_EMAIL and MERIDIAN_ADMIN_PASSWORD/);
  const wrong = await meridian(hub.data, ['account', 'list'], undefined, {
    ...AS_ADMIN,
    MERIDIAN_ADMIN_PASSWORD: 'not this one',
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /the email or the password is wrong/);
  const words = ['account', 'passwd', ADMIN_EMAIL, '--password-stdin'];
  const changed = await meridian(hub.data, words, 'another of the admin\n', AS_ADMIN);
  assert.equal(changed.code, 0, changed.err);
  assert.equal((await trySignIn(hub, ADMIN_EMAIL, 'another of the admin')).status, 200);
});

test('a folder that is not there is not made', async () => {
  const { code, err } = await meridian(`${temporaryFolder()}/nothing`, ['account', 'list']);
  assert.equal(code, 1);
  assert.match(err, /there is no data folder/);
});

for (const words of [['account'], ['token', 'create', '--expires', 'soon'], ['account', 'add']])
  test(`meridian ${words.join(' ')} is refused with code 2`, async () => {
    assert.equal((await meridian(temporaryFolder(), words)).code, 2);
  });
