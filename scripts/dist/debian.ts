import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { manPage } from './man-page.ts';

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };
const SCRIPTS = ['postinst', 'prerm', 'postrm'] as const;

/** A Debian package of a tree that `makeTree` has made. */
export function makeDebianPackage(tree: string, version: string, out: string): string {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined) throw new Error(`there is no Debian architecture for ${process.arch}`);
  const root = join(out, 'debian');
  rmSync(root, { recursive: true, force: true });
  const put = (path: string, content: string | Uint8Array, mode = 0o644) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content, { mode });
  };
  const meridian = (...args: string[]) => execFileSync(join(tree, 'meridian'), args, { encoding: 'utf8' });
  mkdirSync(join(root, 'usr/lib'), { recursive: true });
  cpSync(tree, join(root, 'usr/lib/meridian'), { recursive: true });
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/meridian/meridian', join(root, 'usr/bin/meridian'));
  for (const [path, source] of [
    ['lib/systemd/system/meridian.service', 'meridian.service'],
    ['etc/meridian/meridian.env', 'meridian.env'],
    ['usr/share/doc/meridian/copyright', 'copyright'],
  ] as const) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    copyFileSync(join('deploy/debian', source), join(root, path));
  }
  put('usr/share/bash-completion/completions/meridian', meridian('completion', 'bash'));
  put('usr/share/man/man1/meridian.1.gz', gzipSync(manPage(meridian, version)));
  put('DEBIAN/conffiles', '/etc/meridian/meridian.env\n');
  put('DEBIAN/control', control(version, architecture, sizeOf(root)));
  for (const name of SCRIPTS) {
    copyFileSync(join('deploy/debian', name), join(root, 'DEBIAN', name));
    execFileSync('chmod', ['755', join(root, 'DEBIAN', name)]);
  }
  const file = join(out, `meridian_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(root, { recursive: true });
  return file;
}

function control(version: string, architecture: string, kilobytes: number): string {
  return `Package: meridian
Version: ${version}
Architecture: ${architecture}
Maintainer: The Meridian authors <meridian@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 10), adduser
Section: science
Priority: optional
Description: geospatial data hub
 GeoJSON features in named spaces, over HTTP: queries by id, box, tile, radius,
 geometry, property and tag, vector tiles, a web page, projects and access
 tokens. Speaks the interface of HERE Data Hub (XYZ Hub). Stores its data in a
 folder of its own or in PostgreSQL with PostGIS.
`;
}

function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
}
