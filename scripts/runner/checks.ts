import { spawn } from 'node:child_process';

const CHECKS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '-p', 'packages/studio/src/app'],
  ['biome', 'check', '--error-on-warnings'],
];

/** Types, lint and format, all at once. How many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const outcomes = await Promise.all(CHECKS.map(([command, ...args]) => check(command, args)));
  const passed = outcomes.filter(Boolean).length;
  return { passed, failed: CHECKS.length - passed };
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
