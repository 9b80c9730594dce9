import { spawn } from 'node:child_process';

type Check = readonly [command: string, ...args: string[]];

/** Where the compiler notes what it found, so that next time it looks only at what has changed and what depends on that. */
const TYPES_CACHE = 'node_modules/.cache/meridian-types';

/**
 * Types, lint and format, all at once. How many passed and failed. `incremental`: types of files that are as they were
 * are not checked again.
 */
export async function runChecks({ incremental = false } = {}): Promise<{ passed: number; failed: number }> {
  const checks = checksOf(incremental);
  const outcomes = await Promise.all(checks.map(([command, ...args]) => check(command, args)));
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: checks.length - passed };
}

function checksOf(incremental: boolean): Check[] {
  const cachedAs = (name: string) =>
    incremental ? ['--incremental', '--tsBuildInfoFile', `${TYPES_CACHE}/${name}.tsbuildinfo`] : [];
  return [
    ['tsc', '--noEmit', ...cachedAs('all')],
    ['tsc', '--noEmit', '-p', 'packages/studio/src/app', ...cachedAs('studio')],
    ['biome', 'check', '--error-on-warnings'],
  ];
}

function check(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      console.log(`${code === 0 ? '' : output}${code === 0 ? '✔' : '✖'} ${command} ${args.join(' ')}`);
      resolve(code === 0);
    });
  });
}
