import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Why the tests that need something are left out. */
export type LeftOut = { skip: string };

/** Hundreds of megabytes each, for a few tests: they are installed where a whole run is asked for (`CI=true`). */
const LARGE_PACKAGES =
  /^(qgis|python3-qgis|libreoffice.*|osmium-tool|mapserver-bin|cgi-mapserver|prometheus|r-cran-.*)$/;

/**
 * Where a program of another project is, under one of its names; installed first, as root on Debian. Where there can be
 * none and CI does not ask for it, why the tests that need it are left out.
 */
export function findProgram(names: readonly string[], debianPackage: string): { path: string } | LeftOut {
  const path = find(names) ?? (mayInstall(debianPackage) ? install(names, debianPackage) : undefined);
  return path ? { path } : missing(names, debianPackage);
}

/** The same for a command that somebody runs for the sake of that program: it is installed however large it is. */
export function needProgram(names: readonly string[], debianPackage: string): { path: string } | LeftOut {
  const path = find(names) ?? (canInstall() ? install(names, debianPackage) : undefined);
  return path ? { path } : missing(names, debianPackage);
}

/** That of Debian: another has other modules. */
const PYTHON = '/usr/bin/python3';

/** The interpreter of Python with a module of a Debian package; installed first, as above. */
export function findPythonModule(module: string, debianPackage: string): { path: string } | LeftOut {
  const has = () => spawnSync(PYTHON, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;
  if (!has() && mayInstall(debianPackage)) install(['python3'], debianPackage);
  return has() ? { path: PYTHON } : missing([`the module ${module} of Python`], debianPackage);
}

/** R with a package of Debian; installed first, as above. */
export function findRPackage(name: string): { path: string } | LeftOut {
  const has = () => spawnSync('Rscript', ['-e', `library(${name})`], { stdio: 'ignore' }).status === 0;
  const debianPackage = `r-cran-${name}`;
  if (!has() && mayInstall(debianPackage)) install(['Rscript'], debianPackage);
  return has() ? { path: 'Rscript' } : missing([`the package ${name} of R`], debianPackage);
}

/** Whether a test run brings this package along. */
export function isBroughtAlong(debianPackage: string, env: { CI?: string | undefined }): boolean {
  return env.CI === 'true' || !LARGE_PACKAGES.test(debianPackage);
}

function missing(names: readonly string[], debianPackage: string): LeftOut {
  const isLarge = !isBroughtAlong(debianPackage, {});
  const hint = isLarge ? ', large: installed only with CI=true' : '';
  const skip = `${names[0]} is not installed (Debian package ${debianPackage}${hint})`;
  if (process.env.CI === 'true') throw new Error(skip);
  console.log(`✖ ${skip}: the tests that need it ARE LEFT OUT of this run`);
  return { skip };
}

export function find(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function mayInstall(debianPackage: string): boolean {
  return canInstall() && isBroughtAlong(debianPackage, process.env);
}

export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Several test files may want to install at the same time: apt-get waits for one of its locks, and fails at the others. */
export const APT_OPTIONS: readonly string[] = ['-o', 'DPkg::Lock::Timeout=600'];

function install(names: readonly string[], debianPackage: string): string | undefined {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  patiently(() => execFileSync('apt-get', [...APT_OPTIONS, 'update'], options));
  patiently(() =>
    execFileSync(
      'apt-get',
      [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', debianPackage],
      options,
    ),
  );
  return find(names);
}

const MAX_TRIES = 20;
const PAUSE_MS = 3000;

/** Again while it fails, for a minute: another program may hold a lock of the package manager. */
export function patiently<T>(run: () => T): T {
  for (let i = 1; ; i++) {
    try {
      return run();
    } catch (error) {
      if (i === MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
