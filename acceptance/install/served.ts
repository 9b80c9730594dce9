import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { followPage } from '../examples/test-page.ts';
import { until } from '../harness/departed.ts';

const TOKEN = 'a-token-that-is-preset';
const STOP_TIMEOUT_MS = 30_000;

/** A hub that was started as a stranger would, by whatever was installed. */
export type Served = {
  url: string;
  token: string;
  output(): string;
  get(path: string): Promise<Response>;
  send(method: string, path: string, body: unknown): Promise<Response>;
  stop(): Promise<void>;
};

/** Settings of every hub that is started here. */
export const PRESET = {
  MERIDIAN_ADMIN_TOKEN: TOKEN,
  MERIDIAN_ADMIN_PASSWORD: 'a-password-that-is-preset',
};

/** Starts `command serve` and waits until the hub answers its preset token. */
export async function serve(
  command: string | readonly [string, ...string[]],
  { port: chosen, ...options }: SpawnOptions & { port?: number },
): Promise<Served> {
  const port = chosen ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [program, ...args] = [command].flat() as [string, ...string[]];
  const child = spawn(program, [...args, 'serve', '--port', String(port)], {
    ...options,
    env: { ...options.env, ...PRESET },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own: the command may be a launcher, whose child would outlive it and hold the pipes open.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/geo+json' };
  const served: Served = {
    url,
    token: TOKEN,
    output: () => output,
    get: (path) => fetch(url + path, { headers }),
    send: (method, path, body) => fetch(url + path, { method, headers, body: JSON.stringify(body) }),
    stop: () => stopped(child),
  };
  try {
    await untilReady(served, child);
  } catch (error) {
    kill(child);
    throw error;
  }
  return served;
}

async function untilReady(served: Served, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const status = await served.get('/hub/spaces').then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    assert.equal(child.exitCode, null, served.output());
    await pause(100);
  }
  assert.fail(`the hub did not answer:\n${served.output()}`);
}

/** Stops the hub as a service manager does: what is left of it a while later is killed. */
async function stopped(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => kill(child), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function kill(child: ChildProcess): void {
  if (!hasEnded(child)) process.kill(-child.pid!, 'SIGKILL');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

const BERLIN = {
  type: 'Feature',
  id: 'berlin',
  geometry: { type: 'Point', coordinates: [13.4, 52.5] },
  properties: { name: 'Berlin' },
};

/** Writes a feature and reads it back in each way that another thread or file of the program answers; then the tour of the README. */
export async function tryEverything(served: Served): Promise<void> {
  const { get, send, url, output } = served;
  assert.equal((await send('POST', '/hub/spaces', { id: 'cities', title: 'Cities' })).status, 200);
  const features = { type: 'FeatureCollection', features: [BERLIN] };
  assert.equal((await send('PUT', '/hub/spaces/cities/features', features)).status, 200);
  const found = await get('/hub/spaces/cities/search?p.name=Berlin');
  assert.match(await found.text(), /"berlin"/);
  const tile = await get('/hub/spaces/cities/tile/web/0_0_0.mvt');
  assert.ok((await tile.arrayBuffer()).byteLength > 0);
  const csv = await get('/hub/spaces/cities/export?format=csv');
  assert.match(await csv.text(), /Berlin/);
  const page = await (await fetch(url)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(page)![1]!;
  assert.equal((await fetch(new URL(script, `${url}/`))).status, 200);
  // The log may be written a little later than the page.
  await until('the studio is said to be ready', () => output().includes('the studio is ready'));
  assert.match(output(), /"origin":"prebuilt"/, 'the studio came with what was installed');
  await followPage('README.md', served);
}
