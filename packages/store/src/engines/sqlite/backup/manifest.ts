import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '../database.ts';
import { BackupFault } from './backup-fault.ts';

/** What a backup consists of; its file is the last to be written, and tells a backup from a data folder in use. */
export type Manifest = {
  format: 1;
  madeAt: string;
  catalogue: FileSum;
  spaces: SpaceEntry[];
};

export type FileSum = { bytes: number; sha256: string };

/**
 * `state` names what is in the space: a later backup need not copy it again while it is the same. `origin` is what a space
 * of a database was there.
 */
export type SpaceEntry = FileSum & {
  id: string;
  file: string;
  features: number;
  state: string;
  origin?: string;
};

export const MANIFEST_NAME = 'backup.json';
const PIECE_BYTES = 1024 * 1024;

export function isBackup(folder: string): boolean {
  return existsSync(join(folder, MANIFEST_NAME));
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, MANIFEST_NAME);
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  syncFile(path);
}

/** None in a backup that an older Meridian made. */
export function readManifest(folder: string): Manifest | undefined {
  if (!isBackup(folder)) return undefined;
  const path = join(folder, MANIFEST_NAME);
  let manifest: Partial<Manifest> | undefined;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest>;
  } catch (error) {
    throw new BackupFault(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (manifest?.format !== 1)
    throw new BackupFault(`${path} has a format that this version of Meridian does not know`);
  return manifest as Manifest;
}

/** Reads the file in pieces: it may be larger than the memory. */
export function sumOf(path: string): FileSum {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(descriptor);
  }
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}

export function isSame(a: FileSum, b: FileSum): boolean {
  return a.bytes === b.bytes && a.sha256 === b.sha256;
}
