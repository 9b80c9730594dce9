import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/program.ts';

/** A file that only the older package has: an upgrade removes it. */
export const LEFT_BEHIND = '/usr/lib/meridian/app/left-behind.js';

/** The same Debian package under an older version, with a file that the newer one has no more. */
export function olderPackage(file: string): string {
  const folder = temporaryFolder();
  const tree = join(folder, 'tree');
  execFileSync('dpkg-deb', ['--raw-extract', file, tree]);
  const control = join(tree, 'DEBIAN', 'control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 0.0.1'));
  mkdirSync(join(tree, LEFT_BEHIND, '..'), { recursive: true });
  writeFileSync(join(tree, LEFT_BEHIND), '');
  const older = join(folder, 'meridian_0.0.1.deb');
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, older], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return older;
}
