import { existsSync, globSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A library as it is installed; `folder` is where, from the root of the checkout. */
export type Library = { name: string; version: string; license: string; folder: string };

type Manifest = {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** All libraries that these need, with the versions of the lockfile, in the order of their folders. */
export function librariesBehind(names: readonly string[], from: string): Library[] {
  const found = new Map<string, Library>();
  const add = (name: string, parent: string, isOptional: boolean) => {
    const path = manifestOf(name, parent);
    if (path === undefined) {
      if (isOptional) return;
      throw new Error(`${name}, which ${parent} needs, is not installed`);
    }
    const folder = relative('.', dirname(path));
    if (found.has(folder)) return;
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    const { version, license = licenseOf(folder), dependencies = {}, optionalDependencies = {} } = manifest;
    found.set(folder, { name, version, license, folder });
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(dependency, path, dependency in optionalDependencies);
  };
  for (const name of names) add(name, resolve(from), false);
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The manifest of a package as the one at `parent` would find it. */
function manifestOf(name: string, parent: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(parent));
  } catch {
    // Packages that do not export their main file can still be found by their folder.
    for (let folder = dirname(parent); ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules', name, 'package.json');
      if (existsSync(path)) return path;
      if (folder === dirname(folder)) return undefined;
    }
  }
}

function licenseOf(folder: string): string {
  return licenceTexts(folder).length > 0 ? 'SEE LICENSE IN its licence file' : 'none named';
}

/** The files in which a package has its licence. */
export function licenceTexts(folder: string): string[] {
  return globSync('{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*', { cwd: folder }).sort();
}
