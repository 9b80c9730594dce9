import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Manifest = {
  name: string;
  version: string;
  description?: string;
  license: string;
  dependencies?: Record<string, string>;
};

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The libraries that these packages need when they run, in one list. */
export function librariesOf(packages: readonly string[]): Record<string, string> {
  const libraries: Record<string, string> = {};
  for (const name of packages)
    for (const [library, range] of Object.entries(readManifest(join('packages', name)).dependencies ?? {}))
      if (!library.startsWith('@meridian/')) libraries[library] = range;
  return Object.fromEntries(Object.entries(libraries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
