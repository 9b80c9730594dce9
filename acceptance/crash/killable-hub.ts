import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile } from '../../testing/program.ts';
import { childrenOf } from '../harness/connection.ts';
import type { Random } from '../harness/random.ts';
import { type Ask, begin, type HubResponse, send } from '../harness/request.ts';

const TOKEN = 'crash-suite-secret-0123456789abcdef0123';
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) killGroup(child);
});

/** A server in a process group of its own, so that a SIGKILL leaves none of its processes behind. */
export class KillableHub {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  readonly #started = performance.now();
  #stderr = '';
  #url = '';
  killed = false;
  readyAfterMs = Number.POSITIVE_INFINITY;

  constructor(data: string, processes = 1) {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(MERIDIAN_|NODE_)/.test(name));
    this.#child = spawn(process.execPath, [programFile(), 'serve'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(inherited),
        MERIDIAN_PORT: '0',
        MERIDIAN_HOST: '127.0.0.1',
        MERIDIAN_DATA: data,
        MERIDIAN_PROCESSES: String(processes),
        MERIDIAN_ADMIN_TOKEN: TOKEN,
        MERIDIAN_LOG_LEVEL: 'warn',
      },
    });
    running.add(this.#child);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.#exited = new Promise((resolve) => {
      this.#child.on('close', (code) => {
        running.delete(this.#child);
        resolve(code);
      });
    });
  }

  /** Resolves when the server says that it is ready. */
  async ready(): Promise<this> {
    let output = '';
    const said = new Promise<string>((resolve) => {
      this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = /^Meridian is ready at (http:\/\/\S+?)\/?\s*$/m.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
    const ended = this.#exited.then((code) => {
      throw new Error(`the server ended with ${code} before it was ready\n${output}${this.#stderr}`);
    });
    this.#url = await Promise.race([said, ended]);
    ended.catch(() => {});
    this.readyAfterMs = Math.round(performance.now() - this.#started);
    return this;
  }

  request<T>(method: string, path: string, ask: Ask = {}): Promise<HubResponse<T>> {
    return send<T>(this.#url, method, path, { ...ask, token: TOKEN });
  }

  /** The status of a write once its head has arrived; undefined if the server died before. */
  async write(method: string, path: string, body?: unknown): Promise<number | undefined> {
    let status: number | undefined;
    const exchange = begin(this.#url, method, path, {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
    });
    exchange.request.on('response', (response) => {
      status = response.statusCode;
    });
    exchange.request.end(body === undefined ? undefined : JSON.stringify(body));
    try {
      const { text } = await exchange.response;
      if (status === undefined || status >= 300) throw new Error(`responded with ${status} ${text}`);
    } catch (error) {
      const refused = status !== undefined && status >= 300;
      if (refused || !this.killed)
        throw new Error(`${method} ${path} failed\n${this.#stderr}`, { cause: error });
    }
    return status;
  }

  async kill(): Promise<void> {
    this.killed = true;
    killGroup(this.#child);
    await this.#exited;
  }

  /** Only the process that writes: the others have to go by themselves. */
  async killMain(): Promise<void> {
    this.killed = true;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** One of the processes that only read. The hub goes on: what fails from now on need not be its fault until `revive`. */
  async killReader(random: Random): Promise<void> {
    this.killed = true;
    const readers = childrenOf(this.#child.pid!);
    // The one before may not be replaced yet.
    if (readers.length === 0) return;
    const reader = random.pick(readers);
    process.kill(reader, 'SIGKILL');
    // Until the system has ended it, it gives it connections.
    while (childrenOf(this.#child.pid!).includes(reader)) await sleep(5);
  }

  revive(): void {
    this.killed = false;
  }

  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.#exited;
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, 'SIGKILL');
}
