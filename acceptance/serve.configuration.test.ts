// Embedded engine only: it is about flags, variables and the data folder.
import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';

const CATALOGUE: Record<string, string> = {
  MERIDIAN_PORT: '8080',
  MERIDIAN_HOST: '127.0.0.1',
  MERIDIAN_DATA: './data',
  MERIDIAN_ADMIN_EMAIL: 'admin@localhost',
  MERIDIAN_ADMIN_PASSWORD: '',
  MERIDIAN_ADMIN_TOKEN: '',
  MERIDIAN_LOG_LEVEL: 'info',
  MERIDIAN_MAX_BODY_BYTES: '33554432',
  MERIDIAN_DIALECT: 'auto',
};

describe('meridian serve --help', async () => {
  const help = runMeridian(['serve', '--help'], {});
  const code = await exitCode(help);

  test('ends well', () => {
    assert.equal(code, 0, help.stderr());
  });

  for (const [name, byDefault] of Object.entries(CATALOGUE)) {
    test(`names ${name}${byDefault === '' ? '' : ` and its default ${byDefault}`}`, () => {
      assert.ok(help.stdout().includes(name));
      assert.ok(help.stdout().includes(byDefault));
    });
  }

  for (const flag of ['--port', '--host', '--data', '--log-level', '--max-body-bytes', '--dialect']) {
    test(`names ${flag}`, () => {
      assert.ok(help.stdout().includes(flag));
    });
  }
});

describe('a bad configuration', () => {
  const FAULTS: Record<string, string[]> = {
    MERIDIAN_PORT: ['abc', '-1', '65536', '1.5'],
    MERIDIAN_LOG_LEVEL: ['loud'],
    MERIDIAN_MAX_BODY_BYTES: ['lots', '-1', '0', '1e'],
    MERIDIAN_DIALECT: ['klingon'],
  };
  for (const [name, values] of Object.entries(FAULTS)) {
    for (const value of values) {
      test(`${name}=${value} ends with exit code 2 and is named`, async () => {
        const data = join(temporaryFolder(), 'data');
        const program = runMeridian(['serve'], { MERIDIAN_PORT: '0', MERIDIAN_DATA: data, [name]: value });
        assert.equal(await exitCode(program), 2, program.stdout());
        assert.ok(program.stderr().includes(name), program.stderr());
        assert.ok(program.stderr().includes(value), program.stderr());
        assert.equal(existsSync(data), false, 'nothing was created');
      });
    }
  }

  test('has all its faults listed at once', async () => {
    const settings = Object.fromEntries(Object.entries(FAULTS).map(([name, values]) => [name, values[0]]));
    const program = runMeridian(['serve'], { MERIDIAN_DATA: join(temporaryFolder(), 'data'), ...settings });
    assert.equal(await exitCode(program), 2);
    for (const name of Object.keys(FAULTS))
      assert.ok(program.stderr().includes(name), `${name}: ${program.stderr()}`);
  });

  test('may be an unknown flag or command', async () => {
    for (const args of [['serve', '--no-such-flag'], ['no-such-command']]) {
      const program = runMeridian(args, {
        MERIDIAN_PORT: '0',
        MERIDIAN_DATA: join(temporaryFolder(), 'data'),
      });
      assert.notEqual(await exitCode(program), 0);
      assert.match(program.stderr(), /no-such/);
    }
  });

  test('may be a data folder that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'x');
    const program = runMeridian(['serve'], { MERIDIAN_PORT: '0', MERIDIAN_DATA: file });
    assert.notEqual(await exitCode(program), 0);
    assert.ok(program.stderr().includes(file), program.stderr());
  });

  test('may be a data folder where none can be made', { skip: !existsSync('/proc/self') }, async () => {
    const program = runMeridian(['serve'], { MERIDIAN_PORT: '0', MERIDIAN_DATA: '/proc/some/where' });
    assert.equal(await exitCode(program), 5);
    assert.match(
      program.stderr(),
      /^Cannot use the data folder \/proc\/some\/where: no folder can be created there/,
    );
  });
});

describe('flags', () => {
  test('set what the environment sets, and win over it', async () => {
    const data = join(temporaryFolder(), 'by-flag');
    const hub = await startHub({
      flags: ['--port', '0', '--data', data, '--max-body-bytes', '2000'],
      settings: { MERIDIAN_PORT: '1' },
    });
    assert.ok(existsSync(join(data, 'hub.db')));
    assert.equal(existsSync(hub.data), false);
    assert.equal((await hub.post('/hub/spaces', { title: 'x'.repeat(2000) })).status, 413);
  });
});

test('a shell set up for the command can start a hub: what tells the command where a hub is, is no setting', async () => {
  const hub = await startHub({
    settings: {
      MERIDIAN_URL: 'http://localhost:8080',
      MERIDIAN_TOKEN: 'x',
      MERIDIAN_PROFILE: 'local',
      MERIDIAN_SOURCE_TOKEN: 'y',
    },
  });
  assert.equal((await hub.get('/hub/spaces')).status, 200);
});

test('a data folder that the server makes is for its own account only; the folders above it are as usual', async () => {
  const above = join(temporaryFolder(), 'above');
  const data = join(above, 'data');
  await startHub({ data });
  const permissions = (path: string) => statSync(path).mode & 0o777;
  assert.equal(permissions(data), 0o700);
  assert.equal(permissions(join(data, 'spaces')), 0o700);
  assert.notEqual(permissions(above), 0o700);
});

test('a port that is taken is told plainly', async () => {
  const hub = await startHub();
  const port = new URL(hub.url).port;
  const program = runMeridian(['serve'], {
    MERIDIAN_PORT: port,
    MERIDIAN_DATA: join(temporaryFolder(), 'data'),
  });
  assert.notEqual(await exitCode(program), 0);
  assert.ok(program.stderr().includes(port), program.stderr());
});
