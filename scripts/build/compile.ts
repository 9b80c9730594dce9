import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

const SCOPE = '@meridian/';
/** What a package brings besides TypeScript: a script that is sent as it is. */
const ASSETS = '**/*.browser.js';
/** Not part of what is installed: tests and what they share, pages of the browser, and tools of the checkout. */
const LEFT_OUT = /\.test\.tsx?$|\/(?:testing|contract|fixtures)\/|hub-double\.ts$|write-docs\.ts$/;

/** `leaveOut`: sources that are not needed, by package and path: `studio/app/main.tsx`. */
type CompileOptions = { target: string; leaveOut?: RegExp };

/**
 * Compiles the sources of packages file by file, so that threads, stack traces and source maps stay as they are:
 * `packages/store/src/x.ts` becomes `<out>/store/x.js`. Imports of other packages become paths to their files.
 */
export async function compilePackages(
  packages: readonly string[],
  out: string,
  { target, leaveOut }: CompileOptions,
): Promise<void> {
  for (const name of packages) {
    const source = join('packages', name, 'src');
    const files = globSync('**/*.ts', { cwd: source }).filter(
      (path) => !LEFT_OUT.test(`/${path}`) && !leaveOut?.test(`${name}/${path}`),
    );
    await build({
      entryPoints: files.map((path) => join(source, path)),
      outbase: source,
      outdir: join(out, name),
      // Nothing is put together: all imports stay imports, with other names.
      bundle: true,
      format: 'esm',
      platform: 'node',
      target,
      sourcemap: 'linked',
      sourcesContent: false,
      logLevel: 'warning',
      plugins: [keepImports(source, join(out, name), out)],
    });
    for (const asset of globSync(ASSETS, { cwd: source })) {
      const to = join(out, name, asset);
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(source, asset), to);
    }
  }
}

function keepImports(source: string, out: string, root: string): Plugin {
  return {
    name: 'keep-imports',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point') return undefined;
        if (path.startsWith('.')) return { path: path.replace(/\.ts$/, '.js'), external: true };
        if (!path.startsWith(SCOPE)) return { path, external: true };
        const from = dirname(join(out, relative(source, importer)));
        return { path: relativeTo(from, join(root, fileOf(path))), external: true };
      });
      // Threads are started by the address of their file, which no bundler looks at.
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replaceAll(
          /(new URL\('\.[^']*)\.ts', import\.meta\.url\)/g,
          "$1.js', import.meta.url)",
        ),
        loader: 'ts',
      }));
    },
  };
}

/** `@meridian/formats/node` → `formats/node.js`, as the exports of that package say. */
function fileOf(specifier: string): string {
  const [name, ...rest] = specifier.slice(SCOPE.length).split('/');
  const manifest = JSON.parse(readFileSync(join('packages', name!, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const exported = manifest.exports[['.', ...rest].join('/')];
  if (exported === undefined) throw new Error(`${specifier} is not exported`);
  return exported.replace('./src', name!).replace(/\.ts$/, '.js');
}

function relativeTo(folder: string, file: string): string {
  const path = relative(folder, file);
  return path.startsWith('.') ? path : `./${path}`;
}
