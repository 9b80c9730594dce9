import { hasPrebuilt, readPrebuilt } from './prebuilt.ts';
import type { StudioFiles } from './studio-files.ts';

/** How the names of builds begin. */
const BUILT = 'studio-';

export type Studio = {
  files: StudioFiles;
  /** Where they are from: the package, an earlier start, or built now, and whether that is stored for the next start. */
  origin: 'prebuilt' | 'cached' | 'built' | 'built, not cached';
};

/** Whether the studio has never been built here: in a new checkout, where that takes some seconds. */
export async function isUnbuilt(): Promise<boolean> {
  if (hasPrebuilt()) return false;
  const { hasBuilt } = await import('./build/cache.ts');
  return !(await hasBuilt(BUILT));
}

/** The files of the studio: as they came with the package or, in a checkout, built at its first start. */
export async function openStudio(): Promise<Studio> {
  const prebuilt = await readPrebuilt();
  if (prebuilt) return { files: prebuilt, origin: 'prebuilt' };
  // An installed package has neither the source nor what builds it.
  const { sourceHash } = await import('./build/source.ts');
  const { keepBuilt, readBuilt } = await import('./build/cache.ts');
  const name = BUILT + (await sourceHash());
  const cached = await readBuilt<StudioFiles>(name);
  if (cached) return { files: cached, origin: 'cached' };
  const { buildOnThread } = await import('./build/build-on-thread.ts');
  const files = await buildOnThread();
  return { files, origin: (await keepBuilt(name, files)) ? 'built' : 'built, not cached' };
}
