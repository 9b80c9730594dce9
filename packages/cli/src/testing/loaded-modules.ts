import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LOADED_MODULES_FILE = 'TEST_LOADED_MODULES_FILE';

const MAIN = fileURLToPath(new URL('../meridian.ts', import.meta.url));
const PRELOAD = new URL('./loaded-modules.preload.ts', import.meta.url).href;

/**
 * What the main thread of `meridian …` loads, from its sources, until it ends: the addresses of files, and the names of
 * parts of Node, `NativeModule …`. A server is stopped as soon as it is ready.
 */
export async function loadedModules(words: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-loaded-'));
  const file = join(folder, 'loaded.json');
  try {
    const child = spawn(process.execPath, ['--import', PRELOAD, MAIN, ...words], {
      env: {
        PATH: process.env.PATH,
        [LOADED_MODULES_FILE]: file,
        MERIDIAN_DATA: join(folder, 'data'),
        MERIDIAN_HOST: '127.0.0.1',
        MERIDIAN_PORT: '0',
        MERIDIAN_LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/^Meridian is ready at .*\n/m.test(said)) child.kill('SIGTERM');
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`meridian ${words.join(' ')} ended with ${code}:\n${said}`);
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
