import { mark } from '../mark.ts';
import { EMBED_PAGE, MAP_PAGE, PAGE, type StudioFiles, UNKNOWN_PAGE } from '../studio-files.ts';
import { type Bundle, bundle } from './bundle.ts';
import { studioFile } from './file.ts';
import { FOLDER } from './folder.ts';
import { embedPage, type PageKind, studioPage } from './page.ts';
import { SQLITE } from './source.ts';

/** Browsers take a file of its own where the page itself would take the colour from its text. */
const icon = mark
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#0a8a94');

const PAGES: Record<PageKind, string> = { known: PAGE, unknown: UNKNOWN_PAGE, map: MAP_PAGE };

/** Builds all files of the studio from source. */
export async function buildStudio(): Promise<StudioFiles> {
  return filesOf(await bundle());
}

async function filesOf(built: Bundle): Promise<StudioFiles> {
  const encoder = new TextEncoder();
  return new Map(
    await Promise.all([
      ...built.files.map(async ({ name, body }) => {
        const path = `/${FOLDER}${name}`;
        // Workers obey the policy they were served with, which a setting of the hub may change.
        const isImmutable = name !== SQLITE.name && name !== built.mapWorker;
        const file = await studioFile(path, body, isImmutable);
        return [path, { ...file, mayCompile: name === built.fileWorker }] as const;
      }),
      ...(Object.entries(PAGES) as [PageKind, string][]).map(async ([kind, path]) => {
        const page = encoder.encode(studioPage(kind, built));
        return [path, await studioFile('/index.html', page, false)] as const;
      }),
      studioFile('/embed.html', encoder.encode(embedPage(built)), false).then(
        (file) => [EMBED_PAGE, file] as const,
      ),
      studioFile('/icon.svg', encoder.encode(icon), false).then((file) => ['/icon.svg', file] as const),
    ]),
  );
}
