import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../testing/free-port.ts';
import type { Installation } from '../../../testing/postgres/install.ts';

/** As PostgreSQL is by default, and as it must be where data is to last, but for the log and the room for connections. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  log_min_messages: 'fatal',
};

const READY_WITHIN_MS = 60_000;

/** A server on a folder that stays when it ends. */
export type Cluster = {
  /** Of the database `postgres`, as its superuser. */
  url: string;
  /** In order, so that the next start has nothing to recover. */
  stop(): Promise<void>;
};

/** Starts the server of a folder, which is made where there is none. */
export async function startCluster({ bin }: Installation, folder: string): Promise<Cluster> {
  const user = account();
  const data = dataOf(folder);
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true });
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
    const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...options], {
      ...{ ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    });
  }
  const port = await freePort();
  const settings = { ...SETTINGS, port, listen_addresses: '127.0.0.1', unix_socket_directories: folder };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('sh', ['-c', GUARD, 'sh', join(bin, 'postgres'), '-D', data, ...flags], {
    ...{ ...user, cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] },
  });
  const ended = once(server, 'exit');
  await Promise.race([
    ready(data),
    ended.then(() => Promise.reject(new Error(`PostgreSQL does not start on ${data}`))),
  ]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.stdin!.end();
      await ended;
    },
  };
}

/** Where the files of the server are. */
export function dataOf(folder: string): string {
  return join(folder, 'data');
}

/** Ends the server in order when its own input ends: so it goes with the process that wanted it, however that went. */
const GUARD = `"$@" & server=$!
trap '' TERM INT
read line
kill -INT $server; wait $server`;

/** Root, whom PostgreSQL refuses, has everything of it done by the user `postgres`. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The server writes into this file how far it is, which is what `pg_ctl` looks at too. */
async function ready(data: string): Promise<void> {
  const state = join(data, 'postmaster.pid');
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(20))
    if (existsSync(state) && /^ready\s*$/m.test(readFileSync(state, 'utf8'))) return;
  throw new Error(`PostgreSQL takes too long to start on ${data}`);
}
