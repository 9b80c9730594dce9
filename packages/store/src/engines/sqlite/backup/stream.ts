import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spacesFolder } from '../space-files.ts';
import { BackupFault } from './backup-fault.ts';
import { isBackup, MANIFEST_NAME, readManifest } from './manifest.ts';
import { TAR_END, tarFiles, tarHeader, tarPadding } from './tar.ts';

const CATALOGUE = 'hub.db';
const SPACES = 'spaces/';

/** The files of a backup as a tar archive, the manifest last as in the folder: an archive without it is not whole. */
export async function* archiveOf(folder: string): AsyncGenerator<Buffer, void, void> {
  const { spaces } = readManifest(folder)!;
  const names = [CATALOGUE, ...spaces.map(({ file }) => SPACES + file), MANIFEST_NAME];
  for (const name of names) {
    const path = join(folder, name);
    const { size } = statSync(path);
    yield tarHeader(name, size);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
    yield tarPadding(size);
  }
  yield TAR_END;
}

/** Writes the files of such an archive into a folder, which is a backup then. */
export async function unpack(archive: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  mkdirSync(spacesFolder(folder), { recursive: true, mode: 0o700 });
  for await (const { name, bytes } of tarFiles(archive)) {
    if (!isName(name))
      throw new BackupFault(`the stream is no backup: it has a file ${JSON.stringify(name)}`);
    await pipeline(Readable.from(bytes), createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }));
  }
  if (!isBackup(folder) || !existsSync(join(folder, CATALOGUE)))
    throw new BackupFault('the stream is no backup: it lacks hub.db or backup.json');
}

/** No file can get out of the folder. */
function isName(name: string): boolean {
  return name === CATALOGUE || name === MANIFEST_NAME || /^spaces\/[\w.-]+\.db$/.test(name);
}

/** A folder that is gone when the work is done; TMPDIR says where. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-backup-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
