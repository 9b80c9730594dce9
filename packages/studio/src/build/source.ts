import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const MANIFEST = fileURLToPath(new URL('../../package.json', import.meta.url));
const OURS = '@meridian/';

/** What the pages are built from. */
export const SOURCE = {
  entry: fileURLToPath(new URL('../app/main.tsx', import.meta.url)),
  embed: fileURLToPath(new URL('../app/embed/embed.ts', import.meta.url)),
  fileWorker: fileURLToPath(new URL('../app/import/import.worker.ts', import.meta.url)),
  mapWorker: require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'),
};

/**
 * SQLite for GeoPackages, which its own code looks for under this name, beside itself. `@meridian/formats` has it.
 */
export const SQLITE = {
  name: 'sqlite3.wasm',
  path: createRequire(findPackageJSON('@meridian/formats', import.meta.url)!).resolve(
    '@sqlite.org/sqlite-wasm/sqlite3.wasm',
  ),
};

type Manifest = { name: string; version: string; dependencies?: Record<string, string> };

/** Changes with anything that the built files depend on: our own code, and the versions of the libraries. */
export async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const add = async (manifestPath: string): Promise<void> => {
    if (seen.has(manifestPath)) return;
    seen.add(manifestPath);
    const { name, version, dependencies = {} } = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
    hash.update(`${name} ${version}\n`);
    if (!name.startsWith(OURS)) return;
    await addFiles(dirname(manifestPath));
    for (const dependency of Object.keys(dependencies).sort())
      await add(findPackageJSON(dependency, pathToFileURL(manifestPath))!);
  };
  const addFiles = async (folder: string): Promise<void> => {
    const files = await Array.fromAsync(glob('src/**/*.{ts,tsx,css,json}', { cwd: folder }));
    for (const file of files.filter((name) => !name.includes('.test.')).sort())
      hash.update(`${file}\n`).update(await readFile(join(folder, file)));
  };
  await add(MANIFEST);
  return hash.digest('hex').slice(0, 24);
}
