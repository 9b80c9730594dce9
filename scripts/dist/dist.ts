import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../build/manifests.ts';
import { archive } from './archive.ts';
import { makeDebianPackage } from './debian.ts';
import { makeTree } from './tree.ts';

/**
 * `npm run dist`: a tarball with everything in it, Node too, for machines like this one, and a Debian package of the same.
 */
const OUT = 'dist';
const { version } = readManifest('.');
const tree = join(OUT, `meridian-${version}-linux-${process.arch}`);

if (process.platform !== 'linux')
  throw new Error('npm run dist makes packages for Linux, and must run there');
await makeTree(tree);
for (const file of [archive(tree), makeDebianPackage(tree, version, OUT)])
  console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
