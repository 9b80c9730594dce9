import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../harness/program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs as a stranger's machine has them: without those of the checkout. */
export const HOST_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** An environment without settings of Meridian and of npm, which runs these tests. */
export function strangersEnvironment(more: Record<string, string> = {}): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(MERIDIAN_|NODE_|npm_)/i.test(name));
  return { ...Object.fromEntries(own), PATH: HOST_PATH, ...more };
}

/**
 * An empty folder into which the packages were installed as `npm install meridian-hub meridian-hub-client` would; or why
 * that is not possible here, where CI does not ask for it.
 */
export function installPackages(): { folder: string } | { skip: string } {
  execFileSync(process.execPath, ['scripts/build/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = temporaryFolder();
  const tarballs = ['meridian-hub', 'meridian-hub-client'].map((name) => pack(name, folder));
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], {
    cwd: app,
    env: strangersEnvironment(),
    encoding: 'utf8',
  });
  if (status === 0) return { folder: app };
  const skip = `the packages could not be installed: ${stderr}`;
  if (process.env.CI === 'true') throw new Error(skip);
  console.log(`✖ ${skip}: their tests ARE LEFT OUT of this run`);
  return { skip };
}

function pack(name: string, destination: string): string {
  const [made] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
      cwd: join(ROOT, 'dist', 'npm', name),
      env: strangersEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string }[];
  return join(destination, made!.filename);
}
