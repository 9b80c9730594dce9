import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

/** Beside the packages it is built from; where that can't be written to, every start rebuilds. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/meridian-studio/', import.meta.url));

const pathOf = (name: string) => join(FOLDER, `${name}.v8`);

/** What an earlier start has built from the same source: `name` has its hash behind the last hyphen, `world-0a1b2c`. */
export async function readBuilt<Built>(name: string): Promise<Built | undefined> {
  const bytes = await readFile(pathOf(name)).catch(onMissing);
  return bytes && (deserialize(bytes) as Built);
}

/** Whether anything was built, of whatever source, whose name begins so. */
export async function hasBuilt(start: string, folder = FOLDER): Promise<boolean> {
  const files = await readdir(folder).catch(onMissing);
  return files?.some((file) => file.startsWith(start) && file.endsWith('.v8')) ?? false;
}

/** Caches what was built, replacing builds of older sources. Returns whether it could. */
export async function keepBuilt(name: string, built: unknown): Promise<boolean> {
  const kind = name.slice(0, name.lastIndexOf('-') + 1);
  try {
    await mkdir(FOLDER, { recursive: true });
    const older = await readdir(FOLDER);
    // Under another name first: others may read at the same time, or keep the same.
    const draft = join(FOLDER, `${randomUUID()}.draft`);
    await writeFile(draft, serialize(built));
    await rename(draft, pathOf(name));
    for (const file of older)
      if (file.endsWith('.v8') && file.startsWith(kind) && file !== `${name}.v8`)
        await rm(join(FOLDER, file), { force: true });
    return true;
  } catch (error) {
    if (isUnwritable(error)) return false;
    throw error;
  }
}

/** What was built from the same source before, or is built now and cached where that is possible. */
export async function cached<Built>(name: string, build: () => Promise<Built>): Promise<Built> {
  const known = await readBuilt<Built>(name);
  if (known) return known;
  const built = await build();
  await keepBuilt(name, built);
  return built;
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
