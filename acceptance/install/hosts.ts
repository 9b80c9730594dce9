import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { sampleOf } from '../../scripts/runner/sample.ts';
import { temporaryFolder } from '../harness/program.ts';
import { seed } from '../harness/random.ts';
import { HOST_PATH, strangersEnvironment } from './packed.ts';

/** The versions of Node that machines have, of which only the last can run the hub itself. */
const HOST_VERSIONS = [20, 22, 24, 26] as const;

/** Of these CI takes so many, drawn by seed: each is fetched, and serves the tour of the README. */
const DRAWN_VERSIONS = 2;

/** `all` with `npm run test:install`, `1` in CI. Each host is fetched from the network, so nothing else asks for it. */
const asked = process.env.MERIDIAN_TEST_HOSTS;

export const isAsked = asked === '1' || asked === 'all';

/** The versions of Node that a run tries. */
export function hostVersions(run: string | undefined = asked, drawnBy = seed): readonly number[] {
  if (run === 'all') return HOST_VERSIONS;
  if (run !== '1') return [];
  const names = sampleOf(HOST_VERSIONS.map(String), DRAWN_VERSIONS, drawnBy);
  return names.map(Number).sort((a, b) => a - b);
}

/** The environment of a machine that has this version of Node. */
export function hostWithNode(major: number): Record<string, string | undefined> {
  const name = `node-linux-${process.arch}`;
  const folder = installed(`${name}@${major}`);
  return strangersEnvironment({
    PATH: [join(folder, 'node_modules', name, 'bin'), HOST_PATH].join(delimiter),
  });
}

/** Bundles `app/main.js` with vite as somebody would, and gives the file that it wrote. */
export function bundledByVite(app: string, main: string): string {
  const tools = installed('vite@8');
  writeFileSync(join(app, 'main.js'), main);
  const config = `export default { logLevel: 'error', build: { outDir: 'vite-out', lib: { entry: 'main.js', formats: ['es'], fileName: 'bundle' } } };`;
  writeFileSync(join(app, 'vite.config.js'), config);
  execFileSync(process.execPath, [join(tools, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
    cwd: app,
    env: strangersEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(app, 'vite-out', 'bundle.js');
}

function installed(name: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', name], {
    cwd: folder,
    env: strangersEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
