import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildHubPackage } from '../build/hub-package.ts';
import { readManifest } from '../build/manifests.ts';
import { type Library, librariesBehind, licenceTexts } from './libraries.ts';
import { sbom } from './sbom.ts';
import { type SharedLibrary, sharedLibrariesOf } from './shared-libraries.ts';

/**
 * Runs the program with the Node beside it, from wherever it is called and through whatever links. glibc gives each thread a
 * heap of its own and takes freed memory back from none of them: with two for all, memory stays where it is under load.
 */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-131072}"
export MALLOC_TRIM_THRESHOLD_="\${MALLOC_TRIM_THRESHOLD_:-131072}"
exec "$here/node" "$here/app/lib/cli/meridian.js" "$@"
`;

const README = `Meridian, a self-hosted geospatial data hub

Start it:        ./meridian serve
Every setting:   ./meridian serve --help
Documentation:   app/README.md, and /docs of a running hub
Licence:         app/LICENSE; of what else is inside: licences/, sbom.cdx.json
`;

/** What libraries bring for those who develop with them. */
const NOT_RUN = /\.(?:map|d\.[cm]?ts|ts|md|markdown|flow)$|\/(?:test|tests|docs|examples|\.github)(?:\/|$)/;
const LICENCE = /\/(?:LICEN[CS]E|NOTICE|COPYING)[^/]*$/i;

/** Everything that a hub needs to run, in one folder: no npm, no network, nothing else installed. */
export async function makeTree(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  await buildHubPackage(app);
  const { version, dependencies = {} } = readManifest(app);
  const libraries = librariesBehind(Object.keys(dependencies), join('packages', 'cli', 'package.json'));
  for (const { folder: library } of libraries) copyLibrary(library, join(app, library));
  copyFileSync(join('node_modules', 'node', 'bin', 'node'), join(folder, 'node'));
  chmodSync(join(folder, 'node'), 0o755);
  const shared = sharedLibrariesOf(join(folder, 'node'));
  copyShared(shared, folder);
  writeFileSync(join(folder, 'meridian'), LAUNCHER, { mode: 0o755 });
  writeFileSync(join(folder, 'README.txt'), README);
  writeLicences(libraries, join(folder, 'licences'));
  const nodeVersion = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim().slice(1);
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(sbom(version, { libraries, shared, nodeVersion }), undefined, 2)}\n`,
  );
}

function copyLibrary(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    // Libraries within a library are copied by themselves, if they are needed.
    filter: (path) =>
      !path.slice(from.length).includes('/node_modules') &&
      (LICENCE.test(path) || !NOT_RUN.test(path.slice(from.length))),
  });
}

function copyShared(shared: readonly SharedLibrary[], folder: string): void {
  mkdirSync(join(folder, 'lib'));
  mkdirSync(join(folder, 'licences'));
  for (const { name, file, licence } of shared) {
    copyFileSync(file, join(folder, 'lib', basename(file)));
    writeFileSync(join(folder, 'licences', `${name}.txt`), licence);
  }
}

function writeLicences(libraries: readonly Library[], folder: string): void {
  for (const { name, version, license, folder: library } of libraries) {
    const texts = licenceTexts(library).map((file) => readFileSync(join(library, file), 'utf8'));
    const text = `${name} ${version}\nLicence: ${license}\n\n${texts.join('\n\n')}`;
    writeFileSync(join(folder, `${name.replaceAll('/', '-').replace('@', '')}.txt`), text);
  }
  const node = join(
    'node_modules',
    'node',
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'LICENSE',
  );
  copyFileSync(node, join(folder, 'node.txt'));
}
