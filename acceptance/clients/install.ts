import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The same for what is large and needed by one test: where it is not there, only a whole run (`CI=true`) downloads it. */
export function installLarge(name: string): { folder: string } | { skip: string } {
  if (process.env.CI === 'true' || isInstalled(folderOf(name))) return installClient(name);
  const skip = `${name} is not installed: only a run with CI=true downloads it from npm`;
  console.log(`✖ ${skip}: its tests ARE LEFT OUT of this run`);
  return { skip };
}

const folderOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const isInstalled = (folder: string) => existsSync(join(folder, 'node_modules', '.package-lock.json'));

/**
 * Installs a published client from npm, as its own lockfile says, into its folder here: users of Meridian need not
 * download it. The folder; or, where that is not possible and CI does not ask for it, why the client is left out.
 */
export function installClient(name: string): { folder: string } | { skip: string } {
  const folder = folderOf(name);
  if (isInstalled(folder)) return { folder };
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return { folder };
  const reason = `the client ${name} could not be installed from npm: ${stderr}`;
  if (process.env.CI === 'true') throw new Error(reason);
  console.log(`✖ ${reason}: its tests ARE LEFT OUT of this run`);
  return { skip: reason };
}
