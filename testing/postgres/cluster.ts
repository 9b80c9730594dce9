import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { findPostgres } from './install.ts';

const READY_WITHIN_MS = 60_000;

/** Nothing in it is to survive the machine, so nothing waits for the disk. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  log_min_messages: 'fatal',
};

/** A PostgreSQL server of its own in a temporary folder. It ends, and the folder goes, with this process. */
export type Cluster = {
  /** Of the database `postgres`, as its superuser. */
  url: string;
  /** Ends the server as a power cut would, or in order; `start` brings it back with what was durable. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  discard(): Promise<void>;
};

/** Whether it runs as root, whom PostgreSQL refuses: then everything of it is done as the user `postgres`. */
export function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A string says why there can be none on this machine. */
export function startCluster(special: Record<string, string> = {}): Promise<Cluster | string> {
  return startServer(special, (bin, data, options) => {
    const flags = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(join(bin, 'initdb'), ['-D', data, ...flags], options);
  });
}

/** A streaming replica of a cluster. */
export function startReplica(primary: string): Promise<Cluster | string> {
  return startServer({}, (bin, data, options) => {
    const flags = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
    execFileSync(join(bin, 'pg_basebackup'), ['-D', data, '-d', primary, ...flags], options);
  });
}

type Fill = (bin: string, data: string, options: ExecFileSyncOptions) => void;

async function startServer(special: Record<string, string>, fill: Fill): Promise<Cluster | string> {
  const found = findPostgres();
  if (typeof found === 'string') return found;
  const { bin } = found;
  const user = account();
  const folder = mkdtempSync(join(tmpdir(), 'meridian-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder };
  fill(bin, data, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const port = await freePort();
  let server: ChildProcess;
  const run = () => {
    const settings = {
      ...SETTINGS,
      ...special,
      port: `${port}`,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // The shell ends the server when this process is gone, however it went: then its input ends.
    return spawn('sh', ['-c', GUARD, 'sh', folder, join(bin, 'postgres'), '-D', data, ...flags], {
      ...options,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  };
  const end = async (signal: string) => {
    server.ref();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.stdin!.end(`${signal}\n`);
    await ended;
  };
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: (mode) => end(mode === 'fast' ? 'INT' : 'KILL'),
    start: async () => {
      server = run();
      server.unref();
      (server.stdin as unknown as { unref(): void }).unref();
      await ready(join(bin, 'pg_isready'), port);
    },
    discard: () => end('END'),
  };
  await cluster.start();
  return cluster;
}

/**
 * Runs its arguments until a line names a signal for them, or the input ends, which also ends the folder. Killed, the
 * server's own children are killed first, while it is stopped and makes no more of them: one that lives on holds the memory that
 * the next server asks for.
 */
const GUARD = `folder=$1; shift
"$@" & server=$!
trap '' TERM INT
read signal || signal=END
case $signal in
  KILL) kill -STOP $server; pkill -KILL -P $server; kill -KILL $server; wait $server ;;
  END) kill -QUIT $server; wait $server; rm -rf "$folder" ;;
  *) kill -$signal $server; wait $server ;;
esac`;

async function ready(program: string, port: number): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      execFileSync(program, ['-q', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres']);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
    }
  }
}
