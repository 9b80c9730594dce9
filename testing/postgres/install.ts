import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the programs of a PostgreSQL with PostGIS are. */
export type Installation = { bin: string };

const DEBIAN_ROOT = '/usr/lib/postgresql';

/** A PostgreSQL with PostGIS, installed first where that can be done; else what is missing, in words. */
export function findPostgres(): Installation | string {
  const found = installed();
  if (found) return found;
  if (!canInstall()) return 'PostgreSQL with PostGIS is not installed';
  const failure = installPackages();
  return installed() ?? `PostgreSQL with PostGIS could not be installed: ${failure}`;
}

export function hasPostgres(): boolean {
  return installed() !== undefined;
}

function installed(): Installation | undefined {
  return binFolders()
    .filter((bin) => existsSync(join(bin, 'initdb')) && hasPostgis(bin))
    .map((bin) => ({ bin }))[0];
}

/** Newest first. */
function binFolders(): string[] {
  const debian = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const folders = debian
    .sort((a, b) => Number(b) - Number(a))
    .map((major) => join(DEBIAN_ROOT, major, 'bin'));
  const named = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return named.status === 0 ? [...folders, named.stdout.trim()] : folders;
}

function hasPostgis(bin: string): boolean {
  const config = spawnSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
  const share = config.status === 0 ? config.stdout.trim() : `/usr/share/postgresql/${bin.split('/').at(-2)}`;
  return existsSync(join(share, 'extension', 'postgis.control'));
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** What went wrong, if anything did. */
function installPackages(): string {
  const install = (...names: string[]) => {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  try {
    execFileSync('apt-get', ['update'], { stdio: ['ignore', 'ignore', 'pipe'] });
    install('postgresql');
    const major = readdirSync(DEBIAN_ROOT).sort((a, b) => Number(b) - Number(a))[0];
    install(`postgresql-${major}-postgis-3`);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
