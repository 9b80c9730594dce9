import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compilePackages } from './compile.ts';
import { readManifest, writeManifest } from './manifests.ts';

/** `meridian-hub-client`: the client for browsers and Node 20 or newer, without dependencies. */
export async function buildClientPackage(out: string): Promise<void> {
  const root = readManifest('.');
  await compilePackages(['client'], out, { target: 'es2022' });
  renameSync(join(out, 'client'), join(out, 'lib'));
  writeDeclarations(join(out, 'lib'));
  for (const file of ['LICENSE', 'CHANGELOG.md']) copyFileSync(file, join(out, file));
  copyFileSync(join('docs', 'using', 'client.md'), join(out, 'README.md'));
  writeManifest(out, {
    name: 'meridian-hub-client',
    version: root.version,
    description: 'Typed client of the Meridian geospatial data hub, for browsers and Node',
    license: root.license,
    keywords: ['geojson', 'geospatial', 'here-data-hub', 'xyz-hub', 'client'],
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
    files: ['lib', 'CHANGELOG.md'],
    engines: { node: '>=20' },
  });
}

function writeDeclarations(out: string): void {
  const config = join(out, 'tsconfig.json');
  mkdirSync(out, { recursive: true });
  const source = join(process.cwd(), 'packages', 'client', 'src');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(process.cwd(), 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        allowImportingTsExtensions: true,
        lib: ['es2023', 'es2024.arraybuffer', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: [],
        rootDir: source,
        outDir: resolve(out),
      },
      include: [],
      exclude: [],
      files: [join(source, 'index.ts')],
    }),
  );
  execFileSync('tsc', ['-p', config], { stdio: 'inherit' });
  rmSync(config);
  // Declarations name the sources they were made from; what is installed has only the compiled files.
  for (const name of globSync('**/*.d.ts', { cwd: out })) {
    const path = join(out, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(
        /(from '\.[^']*)\.ts'|(from "\.[^"]*)\.ts"/g,
        (_, single, double) => (single ? `${single}.js'` : `${double}.js"`),
      ),
    );
  }
}
