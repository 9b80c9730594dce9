import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViewerFile } from './viewer-file.ts';

/** Where an installed package has it, built when the package was. */
const FOLDER = fileURLToPath(new URL('./prebuilt/', import.meta.url));

/** Scripts, styles, land and licences: as they came with the package or, in a checkout, built now. */
export async function openViewer(): Promise<ViewerFile[]> {
  const names = await readdir(FOLDER).catch(onMissing);
  if (names)
    return Promise.all(names.map(async (name) => ({ name, body: await readFile(join(FOLDER, name)) })));
  // An installed package has neither the source nor what builds it.
  const { buildViewer } = await import('../build/build-viewer.ts');
  return buildViewer();
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
