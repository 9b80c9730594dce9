import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';

/** A process that serves with the given `startServer`; `busy` keeps it alive as an open port would. */
function serving(startServer: string): ChildProcess {
  const script = `
    import { serve } from ${JSON.stringify(new URL('./serve.ts', import.meta.url).href)};
    const busy = setInterval(() => {}, 1000);
    const server = { url: 'http://127.0.0.1:1', close: async () => {} };
    await serve({ host: '127.0.0.1', port: 1, data: './data' }, ${startServer});
  `;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

type Outcome = { code: number | null; stdout: string; stderr: string };

/** Collects what the process says, calls `whenReady` at the ready line, and waits for the end. */
async function outcomeOf(child: ChildProcess, whenReady: () => void = () => {}): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  child.stderr?.on('data', (chunk) => {
    said.stderr += chunk;
  });
  child.stdout?.on('data', (chunk) => {
    said.stdout += chunk;
    if (said.stdout.endsWith('/docs\n')) whenReady();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

describe('a served hub', () => {
  test('says where it is ready, on a line of its own, and where its documentation is', async () => {
    const child = serving('async () => server');
    const { stdout } = await outcomeOf(child, () => child.kill('SIGTERM'));
    assert.equal(stdout, 'Meridian is ready at http://127.0.0.1:1\nDocumentation: http://127.0.0.1:1/docs\n');
  });

  test('shows the box before that on its first start', async () => {
    const child = serving(
      `async () => ({ ...server, firstStart: { email: 'a@b', password: 'p', token: 't' } })`,
    );
    const { stdout } = await outcomeOf(child, () => child.kill('SIGTERM'));
    assert.match(stdout, /╭.*Account {3}a@b.*╯.*\nMeridian is ready at /s);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`is closed on ${signal} and then ends with 0`, async () => {
      const child = serving(`async () => ({ ...server, close: async () => console.log('closed') })`);
      const { code, stdout } = await outcomeOf(child, () => child.kill(signal));
      assert.equal(code, 0);
      assert.match(stdout, /\nclosed\n$/);
    });

  const seconds = [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const;
  for (const [signal, expected] of seconds)
    test(`exits immediately with ${expected} on a second signal, ${signal}`, async () => {
      const child = serving(`async () => ({ ...server, close: () => {
        process.stdout.write('closing/docs\\n');
        return new Promise(() => {});
      } })`);
      const signals = ['SIGTERM', signal] as const;
      let sent = 0;
      const { code } = await outcomeOf(child, () => child.kill(signals[sent++]));
      assert.equal(code, expected);
    });

  test('that is asked to stop while it starts is closed when it has', async () => {
    const child = serving(`() => new Promise((resolve) => {
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 20);
      setTimeout(resolve, 100, { ...server, close: async () => console.log('closed') });
    })`);
    const { code, stdout } = await outcomeOf(child);
    assert.equal(code, 0);
    assert.match(stdout, /closed/);
  });

  test('that cannot start says why and ends with the code for it', async () => {
    const child = serving(
      `async () => { throw Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' }) }`,
    );
    const { code, stdout, stderr } = await outcomeOf(child);
    assert.equal(code, 4);
    assert.equal(stdout, '');
    assert.match(stderr, /^Cannot listen on port 1 of 127\.0\.0\.1: it is in use/);
  });

  const crashes: [name: string, later: string][] = [
    ['an exception', `throw new Error('boom')`],
    ['a rejected promise', `Promise.reject(new Error('boom'))`],
  ];
  for (const [name, later] of crashes)
    test(`logs ${name} nobody caught as one JSON line and ends with 1`, async () => {
      const child = serving(`async () => (setTimeout(() => { ${later} }, 10), server)`);
      const { code, stderr } = await outcomeOf(child);
      assert.equal(code, 1);
      const { level, msg, err } = JSON.parse(stderr);
      assert.deepEqual([level, msg, err.message], [60, 'Meridian crashed', 'boom']);
    });

  test('whose orderly stop fails ends with 1', async () => {
    const child = serving(`async () => ({ ...server, close: async () => { throw new Error('stuck') } })`);
    const { code, stderr } = await outcomeOf(child, () => child.kill('SIGTERM'));
    assert.equal(code, 1);
    assert.match(stderr, /The orderly stop failed/);
  });
});
