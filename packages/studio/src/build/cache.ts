import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { StudioFiles } from '../studio-files.ts';

/** Beside the packages it is built from; where that can't be written to, every start rebuilds. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/meridian-studio/', import.meta.url));

const pathOf = (hash: string) => join(FOLDER, `${hash}.v8`);

/** What an earlier start has built from the same source. */
export async function readBuilt(hash: string): Promise<StudioFiles | undefined> {
  const bytes = await readFile(pathOf(hash)).catch(onMissing);
  return bytes && (deserialize(bytes) as StudioFiles);
}

/** Caches what was built, replacing builds of older sources. Returns whether it could. */
export async function keepBuilt(hash: string, files: StudioFiles): Promise<boolean> {
  try {
    await mkdir(FOLDER, { recursive: true });
    const older = await readdir(FOLDER);
    // Under another name first: others may read at the same time, or keep the same.
    const draft = join(FOLDER, `${randomUUID()}.draft`);
    await writeFile(draft, serialize(files));
    await rename(draft, pathOf(hash));
    for (const name of older)
      if (name.endsWith('.v8') && name !== `${hash}.v8`) await rm(join(FOLDER, name), { force: true });
    return true;
  } catch (error) {
    if (isUnwritable(error)) return false;
    throw error;
  }
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error;
  return undefined;
}

function isUnwritable(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOENT', 'ENOTDIR'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}
