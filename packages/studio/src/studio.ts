import type { Bundle } from './build/bundle.ts';
import { keepBuilt, readBuilt, type StudioFiles } from './build/cache.ts';
import { studioFile } from './build/file.ts';
import { FOLDER } from './build/folder.ts';
import { studioPage } from './build/page.ts';
import { SQLITE, sourceHash } from './build/source.ts';
import { mark } from './mark.ts';

/** Browsers take a file of its own where the page itself would take the colour from its text. */
const icon = mark
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#0a8a94');

/** The page, for those who have cookies of a sign-in and for those who have none. */
export const PAGE = '/';
export const UNKNOWN_PAGE = '/ unknown';

export type Studio = {
  /** By the path they are served at. */
  files: StudioFiles;
  /** Whether they had to be built, and whether they are cached for the next start. */
  origin: 'built' | 'built, not kept' | 'kept';
};

/** The files of the studio: cached by an earlier start, or rebuilt. */
export async function openStudio(): Promise<Studio> {
  const hash = await sourceHash();
  const cached = await readBuilt(hash);
  if (cached) return { files: cached, origin: 'kept' };
  // Loaded only where there is something to build.
  const { bundle } = await import('./build/bundle.ts');
  const files = await filesOf(await bundle());
  return { files, origin: (await keepBuilt(hash, files)) ? 'built' : 'built, not kept' };
}

async function filesOf(built: Bundle): Promise<StudioFiles> {
  const encoder = new TextEncoder();
  return new Map(
    await Promise.all([
      ...built.files.map(async ({ name, body }) => {
        const path = FOLDER + name;
        // Workers obey the policy they were served with, which a setting of the hub may change.
        const isImmutable = name !== SQLITE.name && name !== built.mapWorker;
        const file = await studioFile(path, body, isImmutable);
        return [path, { ...file, mayCompile: name === built.fileWorker }] as const;
      }),
      ...[true, false].map(async (isKnown) => {
        const page = encoder.encode(studioPage(isKnown, built));
        return [isKnown ? PAGE : UNKNOWN_PAGE, await studioFile('/index.html', page, false)] as const;
      }),
      studioFile('/icon.svg', encoder.encode(icon), false).then((file) => ['/icon.svg', file] as const),
    ]),
  );
}
