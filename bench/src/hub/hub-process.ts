import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../packages/cli/src/meridian.ts', import.meta.url));
const READY = /^Meridian is ready at (\S+)/;

const UNREACHED_RATE = '1000000000';

/** The secret of every hub that is started here. */
export const TOKEN = 'bench-token-for-local-use-only';

export type HubOptions = {
  /** The data folder. */
  data: string;
  /** A PostgreSQL database instead of the folder. */
  store?: string | undefined;
  /** Where the log goes, at the level a hub has by default. */
  log: string;
  /** Put CPU profiles of every thread here at the end. */
  profile?: string | undefined;
  /** A program that runs Node, with its own arguments. */
  runBy?: readonly string[];
  /** That serve; one by default, whatever machine it is. */
  processes?: number;
  /** Of Node. */
  flags?: readonly string[];
};

/** The real program, started as an operator would start it. */
export class HubProcess {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#process = child;
    this.url = url;
  }

  static async start(options: HubOptions): Promise<HubProcess> {
    const log = openSync(options.log, 'w');
    const profiling = options.profile ? ['--cpu-prof', '--cpu-prof-dir', options.profile] : [];
    const { runBy = [], flags = [] } = options;
    const [command, ...args] = [...runBy, process.execPath, ...flags, ...profiling, PROGRAM, 'serve'];
    const child = spawn(command!, args, {
      env: environment(options),
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    const end = () => child.kill();
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    for await (const line of createInterface({ input: child.stdout! })) {
      const url = READY.exec(line)?.[1];
      if (url) return new HubProcess(child, url);
    }
    throw new Error(`the hub did not start; see ${options.log}`);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#process.exitCode !== null) return resolve();
      this.#process.once('exit', () => resolve());
      this.#process.kill('SIGTERM');
    });
  }
}

/**
 * Settings of this shell must not reach the hub: the figures are those of the defaults. Only the rate limits, which no
 * single client is meant to reach, and the time limit of queries, which a busy machine reaches, are out of the way – but
 * still at work.
 */
function environment({ data, store, processes = 1 }: HubOptions): NodeJS.ProcessEnv {
  return {
    ...plainEnvironment(),
    MERIDIAN_PORT: '0',
    MERIDIAN_DATA: data,
    MERIDIAN_PROCESSES: String(processes),
    ...(store ? { MERIDIAN_STORE: store } : {}),
    MERIDIAN_ADMIN_TOKEN: TOKEN,
    MERIDIAN_TOKEN_RATE: UNREACHED_RATE,
    MERIDIAN_ADDRESS_RATE: UNREACHED_RATE,
    MERIDIAN_QUERY_TIMEOUT_MS: '10m',
  };
}

/** The variables of this shell, without any setting. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MERIDIAN_'));
  return Object.fromEntries(inherited);
}
