import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StudioFile, StudioFiles } from './studio-files.ts';

/** Where an installed package has the studio, built when the package was. */
const FOLDER = fileURLToPath(new URL('./prebuilt/', import.meta.url));
const INDEX = 'files.json';
const BODIES = ['body', 'br', 'gzip'] as const;

/** All but the bodies, which are files of their own, named by their number: `3.br`. */
type Entry = Omit<StudioFile, (typeof BODIES)[number]> & { path: string; bodies: (typeof BODIES)[number][] };

export function hasPrebuilt(folder = FOLDER): boolean {
  return existsSync(join(folder, INDEX));
}

/** The files of the studio as they came with the package; undefined in a checkout, which has only the source. */
export async function readPrebuilt(folder = FOLDER): Promise<StudioFiles | undefined> {
  const index = await readFile(join(folder, INDEX), 'utf8').catch(onMissing);
  if (index === undefined) return undefined;
  const entries = JSON.parse(index) as Entry[];
  return new Map(
    await Promise.all(
      entries.map(async ({ path, bodies, ...file }, number) => {
        const read = await Promise.all(
          bodies.map(async (name) => [name, await readFile(join(folder, `${number}.${name}`))] as const),
        );
        return [path, { ...file, ...Object.fromEntries(read) } as StudioFile] as const;
      }),
    ),
  );
}

export async function writePrebuilt(files: StudioFiles, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries = await Promise.all(
    [...files].map(async ([path, { body, br, gzip, ...file }], number): Promise<Entry> => {
      const contents = { body, br, gzip };
      const bodies = BODIES.filter((name) => contents[name] !== undefined);
      for (const name of bodies) await writeFile(join(folder, `${number}.${name}`), contents[name]!);
      return { ...file, path, bodies };
    }),
  );
  await writeFile(join(folder, INDEX), JSON.stringify(entries));
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
