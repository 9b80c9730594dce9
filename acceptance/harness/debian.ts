import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Why the tests that need something are left out. */
export type LeftOut = { skip: string };

/**
 * Where a program of another project is, under one of its names; installed first, as root on Debian. Where there can be
 * none and CI does not ask for it, why the tests that need it are left out.
 */
export function findProgram(names: readonly string[], debianPackage: string): { path: string } | LeftOut {
  const path = find(names) ?? (canInstall() ? install(names, debianPackage) : undefined);
  if (path) return { path };
  const skip = `${names[0]} is not installed (Debian package ${debianPackage})`;
  if (process.env.CI === 'true') throw new Error(skip);
  console.log(`✖ ${skip}: the tests that need it ARE LEFT OUT of this run`);
  return { skip };
}

function find(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function install(names: readonly string[], debianPackage: string): string | undefined {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  // Several test files may want to at the same time: apt-get waits for its own lock.
  const lock = ['-o', 'DPkg::Lock::Timeout=600'];
  execFileSync('apt-get', [...lock, 'update'], options);
  execFileSync('apt-get', [...lock, 'install', '-y', '--no-install-recommends', debianPackage], options);
  return find(names);
}
