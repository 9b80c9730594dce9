import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;

/** A server of another project that runs for a comparison. */
export type RivalServer = {
  url: string;
  /** Of its process, and of those that it has started. */
  pids(): number[];
  stop(): Promise<void>;
};

type Starting = {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  url: string;
  /** What it answers with a 2xx once it is ready. */
  readyPath: string;
};

/** Starts it as an operator would, and waits until it answers. */
export async function startRival({ command, args, env, url, readyPath }: Starting): Promise<RivalServer> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const end = () => child.kill();
  process.once('exit', end);
  const ended = once(child, 'exit').finally(() => process.off('exit', end));
  const pids = () => [child.pid!, ...childrenOf(child.pid!)];
  const stop = async () => {
    if (child.exitCode !== null) return;
    const started = childrenOf(child.pid!);
    child.kill('SIGTERM');
    await ended;
    // Those that are still at a response would stay behind.
    for (const pid of started.filter((one) => existsSync(`/proc/${one}`))) process.kill(pid);
  };
  await Promise.race([
    untilReady(`${url}${readyPath}`),
    ended.then(() => Promise.reject(new Error(`${command} does not start`))),
  ]);
  return { url, pids, stop };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    if (performance.now() > end)
      throw new Error(`${url} is not answered: ${response && (await response.text())}`);
    await pause(100);
  }
}
