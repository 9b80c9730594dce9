import { once } from 'node:events';
import { join } from 'node:path';
import { after } from 'node:test';
import { MOVABLE_CLOCK, type Program, runMeridian, type Settings, temporaryFolder } from './program.ts';
import { type Ask, begin, type Exchange, type HubResponse, send } from './request.ts';

const READY = /^Meridian is ready at (https?:\/\/\S+)\s*$/m;
/** Far more than it takes: a machine that is busy with something else proves nothing. */
const READY_WITHIN_MS = 120_000;

export interface HubOptions {
  /** A data folder to go on with; a new one by default. */
  data?: string;
  /** The secret preset for the full-rights token; null lets the server make one. */
  token?: string | null;
  settings?: Settings;
  flags?: string[];
  /** Makes `advance` work. */
  movableClock?: true;
}

export interface Hub {
  url: string;
  token: string;
  data: string;
  program: Program;
  request<T>(method: string, path: string, ask?: Ask): Promise<HubResponse<T>>;
  begin<T>(method: string, path: string, headers?: Ask['headers']): Exchange<T>;
  get<T>(path: string, ask?: Ask): Promise<HubResponse<T>>;
  head(path: string, ask?: Ask): Promise<HubResponse<undefined>>;
  put<T>(path: string, body: unknown, ask?: Ask): Promise<HubResponse<T>>;
  post<T>(path: string, body: unknown, ask?: Ask): Promise<HubResponse<T>>;
  patch<T>(path: string, body: unknown, ask?: Ask): Promise<HubResponse<T>>;
  delete<T>(path: string, ask?: Ask): Promise<HubResponse<T>>;
  /** Everything written to stderr so far: the structured log. */
  logs(): string;
  /** Everything written to stdout so far. */
  output(): string;
  /** Moves the clock of the program forwards. */
  advance(ms: number): Promise<void>;
  /** Orderly stop; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export const PRESET_TOKEN = 'acceptance-suite-secret-0123456789abcdef';

/**
 * Starts the real program on a free port and waits until it says that it is ready. It is stopped when
 * the test, suite or file that started it ends, and must not have failed until then.
 */
export async function startHub(options: HubOptions = {}): Promise<Hub> {
  const hub = await launchHub(options);
  const { child, stderr } = hub.program;
  after(async () => {
    const isAlive = child.exitCode === null && child.signalCode === null;
    if (isAlive) await hub.stop();
    const failures = stderr()
      .split('\n')
      .filter((line) => /"status":50[02]/.test(line));
    if (failures.length > 0) throw new Error(`the server failed to answer:\n${failures.join('\n')}`);
  });
  return hub;
}

let shared: Promise<Hub> | undefined;

/**
 * A hub for tests that are about their own spaces only: the files of a process, of which the runner puts several into one,
 * use the same.
 */
export function sharedHub(): Promise<Hub> {
  shared ??= startHub();
  return shared;
}

/** A hub for programs that are not tests: the caller stops it; at the latest it ends with this process. */
export async function launchHub(options: HubOptions = {}): Promise<Hub> {
  const data = options.data ?? join(temporaryFolder(), 'data');
  const preset = options.token === undefined ? PRESET_TOKEN : options.token;
  const program = runMeridian(['serve', ...(options.flags ?? [])], {
    MERIDIAN_PORT: '0',
    MERIDIAN_HOST: '127.0.0.1',
    MERIDIAN_DATA: data,
    MERIDIAN_ADMIN_TOKEN: preset ?? undefined,
    MERIDIAN_LOG_LEVEL: 'info',
    ...(options.movableClock ? MOVABLE_CLOCK : {}),
    ...options.settings,
  });
  const url = await readyAt(program);
  const token = preset ?? '';
  const end = (signal: NodeJS.Signals) => {
    program.child.kill(signal);
    return program.exited;
  };
  const request = <T>(method: string, path: string, ask: Ask = {}) =>
    send<T>(url, method, path, ask.token === undefined ? { ...ask, token } : ask);
  return {
    url,
    token,
    data,
    program,
    request,
    begin: (method, path, headers = {}) =>
      begin(url, method, path, { authorization: `Bearer ${token}`, ...headers }),
    get: (path, ask) => request('GET', path, ask),
    head: (path, ask) => request('HEAD', path, ask),
    put: (path, body, ask) => request('PUT', path, { ...ask, body }),
    post: (path, body, ask) => request('POST', path, { ...ask, body }),
    patch: (path, body, ask) => request('PATCH', path, { ...ask, body }),
    delete: (path, ask) => request('DELETE', path, ask),
    logs: program.stderr,
    output: program.stdout,
    advance: async (ms) => {
      if (!options.movableClock) throw new Error('this hub was started without movableClock');
      const moved = once(program.child, 'message');
      program.child.send(ms);
      await moved;
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

function readyAt(program: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      program.child.kill('SIGKILL');
      reject(new Error(`${what}\nstdout: ${program.stdout()}\nstderr: ${program.stderr()}`));
    };
    const late = setTimeout(
      () => fail(`meridian was not ready within ${READY_WITHIN_MS} ms`),
      READY_WITHIN_MS,
    );
    const look = () => {
      const url = READY.exec(program.stdout())?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      program.child.stdout?.off('data', look);
      resolve(url.replace(/\/$/, ''));
    };
    program.child.stdout?.on('data', look);
    void program.exited.then((code) => {
      clearTimeout(late);
      fail(`meridian ended with exit code ${code} before it was ready`);
    });
  });
}
