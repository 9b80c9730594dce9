import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeftOut } from './programs.ts';

/** An empty disk of this size, in memory; only root can have one on Linux. Where there is none, why tests are left out. */
export function smallDisk(megabytes: number): { path: string; remove(): void } | LeftOut {
  const path = mkdtempSync(join(tmpdir(), 'meridian-disk-'));
  const remove = () => {
    execFileSync('umount', ['-l', path]);
    rmdirSync(path);
  };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
    process.on('exit', remove);
    return { path, remove };
  } catch (error) {
    rmdirSync(path);
    const skip = `no small disk can be made: ${(error as Error).message.split('\n')[0]} (needs root on Linux)`;
    console.log(`✖ ${skip}: the tests that need it ARE LEFT OUT of this run`);
    return { skip };
  }
}
