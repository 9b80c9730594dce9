import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { hasPostgres } from './postgres/install.ts';
import { APT_OPTIONS, canInstall, find, isBroughtAlong } from './programs.ts';

/**
 * The Debian packages of the programs that tests find, with a program by which one is recognised where it came along
 * otherwise. Without one it is a module of Python or R.
 */
export const TEST_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'cgi-mapserver': ['mapserv'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  'docker-compose': ['docker-compose'],
  fish: ['fish'],
  'gdal-bin': ['ogr2ogr'],
  'nginx-light': ['nginx'],
  pgbouncer: ['pgbouncer'],
  'proj-bin': ['cs2cs'],
  prometheus: ['promtool'],
  'python3-gdal': [],
  'python3-owslib': [],
  'python3-qgis': [],
  'python3-yaml': [],
  'r-cran-sf': [],
  tmux: ['tmux'],
  zsh: ['zsh'],
};

/** What an image of a container is built with; only where it is asked for. */
const CONTAINER_PACKAGES: typeof TEST_PACKAGES = { buildah: ['buildah'], debootstrap: ['debootstrap'] };

/** A server of any version, and PostGIS for it. */
const POSTGRES_PACKAGES = ['postgresql', 'postgresql-postgis'];

/**
 * Installs what tests would install one by one, at once, as root on Debian: each run of apt-get reads the lists of all
 * packages, and the others wait for it. What can't be had stays missing, and is told by the tests that need it.
 */
export async function installTestPackages(): Promise<void> {
  if (!canInstall()) return;
  const here = {
    has: (programs: readonly string[]) => find(programs) !== undefined,
    packages: installedPackages(),
  };
  const missing = [...missingPackages(process.env, here), ...(hasPostgres() ? [] : POSTGRES_PACKAGES)];
  if (missing.length === 0) return;
  console.log(`▶ apt-get installs ${missing.join(', ')}`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 1e9 };
  const run = promisify(execFile);
  try {
    await run('apt-get', [...APT_OPTIONS, 'update'], options);
    await run('apt-get', [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...missing], options);
  } catch (error) {
    console.log(`✖ apt-get could not install all of them at once, tests try one by one: ${error}`);
  }
}

/** What is on a machine: programs and packages of Debian. */
export type Machine = { has(programs: readonly string[]): boolean; packages: ReadonlySet<string> };

/** Those that a run with this environment brings along, and a machine lacks. */
export function missingPackages(
  env: { CI?: string | undefined; MERIDIAN_TEST_CONTAINER?: string | undefined },
  { has, packages }: Machine,
): string[] {
  const forContainers = env.MERIDIAN_TEST_CONTAINER === '1' ? CONTAINER_PACKAGES : {};
  return Object.entries({ ...TEST_PACKAGES, ...forContainers })
    .filter(([name, programs]) => isBroughtAlong(name, env) && !has(programs) && !packages.has(name))
    .map(([name]) => name);
}

function installedPackages(): ReadonlySet<string> {
  const { stdout } = spawnSync('dpkg', ['--get-selections'], { encoding: 'utf8' });
  return new Set(Array.from(stdout.matchAll(/^([^\s:]+)(?::\w+)?\s+install$/gm), ([, name]) => name!));
}
