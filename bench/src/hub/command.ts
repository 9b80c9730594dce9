import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TOKEN } from './hub-process.ts';
import { peakMemoryOfAny } from './memory.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/src/meridian.ts', import.meta.url));
const LOOK_EVERY_MS = 100;

export type CommandCost = { seconds: number; peakBytes: number };

/** Runs `meridian …` against a hub as a user would; any exit code but 0 is an error. */
export function runMeridian(words: readonly string[], url: string, config: string): Promise<CommandCost> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, MERIDIAN_URL: url, MERIDIAN_TOKEN: TOKEN, XDG_CONFIG_HOME: config },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const started = performance.now();
  let peakBytes = 0;
  const look = setInterval(() => {
    if (child.exitCode === null && child.signalCode === null)
      peakBytes = peakMemoryOfAny(child.pid!) ?? peakBytes;
  }, LOOK_EVERY_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearInterval(look);
      if (code !== 0) return reject(new Error(`meridian ${words.join(' ')} ended with code ${code}`));
      resolve({ seconds: (performance.now() - started) / 1000, peakBytes });
    });
  });
}
