import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStudio } from '@meridian/studio';
import { writePrebuilt } from '@meridian/studio/build';
import { build, type Plugin } from 'esbuild';
import { PROGRAM_VARIABLE } from '../../testing/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'packages/cli/src/meridian.ts');
/** The module that looks for the built Studio beside itself. */
const PREBUILT = join(ROOT, 'packages/studio/src/prebuilt.ts');
/** Below node_modules, so that the packages which are not bundled are found. */
const CACHE = join(ROOT, 'node_modules/.cache');
/** They look for files beside their own code, or are there for the Studio only. */
const EXTERNAL = ['esbuild', 'geos-wasm', '@sqlite.org/sqlite-wasm', 'topojson-client'];
/** CommonJS packages require modules of Node. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/**
 * Bundles the program for the acceptance tests among these files: a run starts several hundred hubs and commands, and
 * most of what a start costs is finding and loading several hundred modules. Gone when this process ends.
 */
export async function shareProgram(files: readonly string[]): Promise<void> {
  if (!files.some((file) => file.startsWith('acceptance'))) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'meridian-test-program-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // A signal alone would end this process without that.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.env[PROGRAM_VARIABLE] = await bundleProgram(folder);
}

/**
 * The program as one bundle, and its threads as another: what they have in common would be two hundred small files
 * that every start loads. The path of the program.
 */
async function bundleProgram(folder: string): Promise<string> {
  const threads = new Map(
    globSync('packages/*/src/**/*.{thread,process}.ts', { cwd: ROOT }).map((file) => [
      join(ROOT, file),
      file.replaceAll(/[/.]/g, '-'),
    ]),
  );
  for (const entryPoints of [
    [{ in: MAIN, out: 'meridian' }],
    [...threads].map(([file, out]) => ({ in: file, out })),
  ])
    await build({
      entryPoints,
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // What a command does not need is not loaded.
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: `node${process.versions.node}`,
      external: EXTERNAL,
      banner: { js: REQUIRE },
      logLevel: 'warning',
      plugins: [addresses(folder, threads)],
    });
  await writePrebuilt((await openStudio()).files, join(folder, 'prebuilt'));
  return join(folder, 'meridian.mjs');
}

/** Threads are started by the address of their bundle; other files are read beside the source that names them. */
function addresses(folder: string, threads: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'addresses',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]packages[/\\][^/\\]+[/\\]src[/\\].*\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replaceAll(
            /new URL\('(\.[^']*\.(?:thread|process)\.ts)', import\.meta\.url\)/g,
            (_, thread: string) => {
              const name = threads.get(resolve(dirname(path), thread));
              if (name === undefined) throw new Error(`${path} starts ${thread}, which does not exist`);
              return `new URL(${JSON.stringify(pathToFileURL(join(folder, `${name}.mjs`)).href)})`;
            },
          )
          .replaceAll(
            'import.meta.url',
            JSON.stringify(pathToFileURL(path === PREBUILT ? join(folder, 'prebuilt.mjs') : path).href),
          ),
        loader: 'ts',
      }));
    },
  };
}
