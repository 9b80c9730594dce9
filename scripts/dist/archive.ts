import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** `folder` as `<folder>.tar.gz`, owned by root whoever makes it. */
export function archive(folder: string): string {
  const file = `${folder}.tar.gz`;
  execFileSync(
    'tar',
    [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=go-w',
      '-C',
      dirname(folder),
      '-I',
      'gzip -6',
      '-cf',
      file,
      basename(folder),
    ],
    { stdio: 'inherit' },
  );
  return file;
}
