import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Child } from '../floors/child.ts';
import { TOKEN } from '../hub/hub-process.ts';

const SCRIPT = fileURLToPath(new URL('./get-paths.lua', import.meta.url));
const GENERATOR = new URL('./generator.child.ts', import.meta.url);

/** The generator stays on one core, so that the scheduler has the others for what is measured, on either side alike. */
const PINNED = ['taskset', '-c', `${availableParallelism() - 1}`, 'wrk'];

/** Of a response. wrk counts slower ones as errors; slow is what is measured, on a busy machine most of all. */
const TIMEOUT = ['--timeout', '30s'];

export type Loading = { url: string; connections: number; seconds: number };

/** Asks for paths as fast as the responses come; the same generator and list for everything that is compared. */
export type GetLoad = {
  generator: string;
  run(loading: Loading): Promise<LoadResult>;
  close(): Promise<void>;
};

export type LoadResult = { requests: number; seconds: number };

/** wrk where the machine has it, because it takes the least from the server; otherwise our own. */
export function openGetLoad(paths: string[], listFile: string): GetLoad {
  const hasWrk = ['wrk', 'taskset'].every((program) => spawnSync(program, ['-v']).error === undefined);
  return hasWrk ? wrkLoad(paths, listFile) : ownLoad(paths);
}

function wrkLoad(paths: string[], listFile: string): GetLoad {
  writeFileSync(listFile, `${paths.join('\n')}\n`);
  return {
    generator: 'wrk, 1 thread on the last core',
    async run({ url, connections, seconds }) {
      const args = [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        ...TIMEOUT,
        '-s',
        SCRIPT,
        url,
        '--',
        listFile,
        TOKEN,
      ];
      const { stdout } = await promisify(execFile)(PINNED[0]!, [...PINNED.slice(1), ...args]);
      const { requests, microseconds, errors } = JSON.parse(stdout.trim().split('\n').at(-1)!);
      if (errors > 0) throw new Error(`${errors} of ${requests} requests to ${url} failed`);
      return { requests, seconds: microseconds / 1e6 };
    },
    close: () => Promise.resolve(),
  };
}

function ownLoad(paths: string[]): GetLoad {
  const child = new Child(GENERATOR);
  return {
    generator: 'own generator (wrk is not installed)',
    run: (loading) => child.ask<LoadResult>('getAll', loading, paths),
    close: () => child.close(),
  };
}
