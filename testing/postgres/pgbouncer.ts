import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { findProgram, type LeftOut } from '../programs.ts';
import { account } from './cluster.ts';

const READY_WITHIN_MS = 60_000;

export type Pooler = {
  /** The same database through the pooler. */
  urlOf(database: string): string;
  stop(): Promise<void>;
};

/** How PgBouncer lends the connections that it has. */
export type PoolMode = 'session' | 'transaction';

/** A real PgBouncer with the settings of its package before the server of a database; or why it is left out. */
export async function startPgBouncer(
  database: string,
  mode: PoolMode,
  settings: Record<string, string> = {},
): Promise<Pooler | LeftOut> {
  const program = findProgram(['pgbouncer'], 'pgbouncer');
  if ('skip' in program) return program;
  const user = account();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: serverPort, username } = new URL(database);
  const ini = {
    listen_addr: '127.0.0.1',
    listen_port: `${port}`,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: mode,
    log_connections: '0',
    log_disconnections: '0',
    log_pooler_errors: '0',
    ...settings,
  };
  const lines = Object.entries(ini).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`);
  writeFileSync(
    join(folder, 'ini'),
    `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  if (user.uid !== undefined)
    for (const name of ['', 'users', 'ini']) chownSync(join(folder, name), user.uid, user.gid!);
  const child = spawn(program.path, ['-q', join(folder, 'ini')], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  return {
    urlOf: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; ; await pause(20)) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    if (Date.now() > until) throw new Error(`PgBouncer does not listen on port ${port}`);
  }
}
