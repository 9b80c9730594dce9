import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, test } from 'node:test';

/** Which package may import which: nothing imports upwards or sideways (ARCHITECTURE.md). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  geo: [],
  filter: ['geo'],
  formats: ['geo'],
  store: ['geo', 'filter'],
  hub: ['store', 'filter', 'geo'],
  server: ['hub', 'studio', 'filter', 'formats'],
  client: [],
  cli: ['server', 'studio', 'client', 'formats', 'filter', 'geo'],
  studio: ['client', 'formats'],
};
/**
 * The same inside of `store`: what is written once for all engines knows none of them, and no engine knows another.
 * `interface` is what an engine must offer, `root` puts everything together.
 */
const ENGINES_MAY_IMPORT = [
  'model',
  'pyramid',
  'columns',
  'read',
  'rules',
  'interface',
  'catalogue',
  'thread',
  'transfer',
];
const STORE_MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  pyramid: ['model'],
  columns: ['model'],
  read: ['model', 'pyramid', 'columns'],
  rules: ['model', 'read'],
  interface: ['model', 'rules'],
  catalogue: ['model', 'read', 'interface'],
  thread: ['model', 'read', 'rules', 'interface'],
  transfer: ['model', 'read', 'rules', 'interface'],
  'engines/sqlite': ENGINES_MAY_IMPORT,
  'engines/postgres': ENGINES_MAY_IMPORT,
  'engines/memory': ENGINES_MAY_IMPORT,
  contract: ['model', 'read', 'rules', 'interface'],
  root: [
    'model',
    'rules',
    'interface',
    'thread',
    'transfer',
    'engines/sqlite',
    'engines/postgres',
    'engines/memory',
  ],
};
const STORE_INTERFACE = ['catalogue.ts', 'feature-store.ts'];

/** What tests may use beside: the throw-away PostgreSQL, the programs of Debian, what random tests of all packages share. */
const TESTS_MAY_IMPORT = [
  'testing/any-character.ts',
  'testing/cost.ts',
  'testing/effort.ts',
  'testing/postgres',
  'testing/programs.ts',
];
/** Tests, and what they make random values with. */
const OF_TESTS = /\.(test|contract)\.ts$|\/testing\/|\/arbitrary\./;
const MAX_LINES = 400;
/** What an engine costs where it has no files, no SQL and no derived data. */
const MAX_MEMORY_ENGINE_LINES = 900;
const SCOPE = '@meridian/';

const root = join(import.meta.dirname, '..');
const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path: path.split(sep).join('/'),
  room: path.split(sep)[1]!,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

function linesOf({ text }: { text: string }): number {
  return text.split('\n').length - 1;
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, statement, call]) => statement ?? call!);
}

/** The room an import leads to: another package, or another package's files; undefined for libraries. */
function roomOf(target: string, path: string): string | undefined {
  if (target.startsWith(SCOPE)) return target.slice(SCOPE.length).split('/', 1)[0];
  if (!target.startsWith('.')) return undefined;
  const segments = join(dirname(path), target).split(sep);
  return segments.slice(0, segments[0] === 'testing' ? 2 : 3).join('/');
}

for (const [room, allowed] of Object.entries(MAY_IMPORT))
  test(`${room} imports ${allowed.join(' and ') || 'no other package'}`, () => {
    const wrong = files
      .filter((file) => file.room === room)
      .flatMap(({ path, text }) => importsOf(text).map((target) => ({ path, target })))
      .filter(({ path, target }) => {
        const to = roomOf(target, path);
        if (OF_TESTS.test(path) && TESTS_MAY_IMPORT.includes(to ?? '')) return false;
        return (
          to !== undefined &&
          to !== `packages/${room}/src` &&
          !(target.startsWith(SCOPE) && allowed.includes(to))
        );
      });
    assert.deepEqual(
      wrong.map(({ path, target }) => `${path} imports ${target}`),
      [],
    );
  });

test('every package is a room with a rule', () =>
  assert.deepEqual([...new Set(files.map(({ room }) => room))].sort(), Object.keys(MAY_IMPORT).sort()));

test('no package passes on all that another exports', () => {
  const wrong = files.filter(({ text }) => /export \* from '@meridian\//.test(text));
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

/** The folder of `store` that a file is in; undefined for files elsewhere. */
function storeFolderOf(path: string): string | undefined {
  const [folder, inner] = path.startsWith(STORE) ? path.slice(STORE.length).split('/') : [];
  if (folder === undefined) return undefined;
  if (STORE_INTERFACE.includes(folder)) return 'interface';
  if (inner === undefined) return 'root';
  return folder === 'engines' ? `engines/${inner}` : folder;
}

const STORE = 'packages/store/src/';
const ofStore = files.filter(({ path }) => path.startsWith(STORE));
/** Tests, and what only tests use. */
const IS_FOR_TESTS = /\.test\.ts$|\/testing\//;

for (const [folder, allowed] of Object.entries(STORE_MAY_IMPORT))
  test(`inside of store, ${folder} imports ${allowed.join(' and ') || 'no other folder'}`, () => {
    const wrong = ofStore
      .filter(({ path }) => storeFolderOf(path) === folder && !IS_FOR_TESTS.test(path))
      .flatMap(({ path, text }) => importsOf(text).map((target) => ({ path, target })))
      .filter(({ path, target }) => {
        const to = target.startsWith('.') ? storeFolderOf(pathOf(target, path)) : undefined;
        return to !== undefined && to !== folder && !allowed.includes(to);
      });
    assert.deepEqual(
      wrong.map(({ path, target }) => `${path} imports ${target}`),
      [],
    );
  });

test('every folder of store has a rule', () => {
  const folders = new Set(ofStore.map(({ path }) => storeFolderOf(path)));
  assert.deepEqual([...folders].sort(), Object.keys(STORE_MAY_IMPORT).sort());
});

test('no file imports itself through others, types included', () => {
  const everywhere = globSync('{packages/*/src,acceptance,bench,scripts,testing}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const imports = new Map(
    everywhere.map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const targets = importsOf(text).filter((target) => target.startsWith('.'));
      return [path.split(sep).join('/'), targets.map((target) => pathOf(target, path))];
    }),
  );
  assert.deepEqual(cyclesOf(imports), []);
});

/** The path of an imported file. */
function pathOf(target: string, from: string): string {
  return join(dirname(from), target).split(sep).join('/');
}

/** For each import that leads back to a file on the way to it: that way. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return cycles;
}

describe('a cycle is seen', () => {
  const graphs: [edges: Record<string, string[]>, cycles: string[]][] = [
    [{ a: ['b', 'c'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['a'] }, ['a → b → a']],
    [{ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, ['b → c → d → b']],
    [{ a: ['a'] }, ['a → a']],
  ];
  for (const [edges, cycles] of graphs)
    test(JSON.stringify(edges), () => assert.deepEqual(cyclesOf(new Map(Object.entries(edges))), cycles));
});

test(`no file but tests has more than ${MAX_LINES} lines`, () => {
  const long = files.filter((file) => !file.path.endsWith('.test.ts') && linesOf(file) > MAX_LINES);
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  );
});

test(`an engine without files and SQL takes less than ${MAX_MEMORY_ENGINE_LINES} lines`, () => {
  const memory = files.filter(({ path }) => /\/engines\/memory\/(?!.*\.test\.ts$)/.test(path));
  assert.ok(memory.length > 5);
  const lines = memory.reduce((sum, file) => sum + linesOf(file), 0);
  assert.ok(lines < MAX_MEMORY_ENGINE_LINES, `${lines} lines`);
});

describe('an import is seen', () => {
  const statements: [text: string, targets: string[]][] = [
    ["import a from 'x';", ['x']],
    ["import { a, type B } from './y.ts';", ['./y.ts']],
    ["import type { A } from '@meridian/geo';", ['@meridian/geo']],
    ["import {\n  a,\n  b,\n} from 'x';\nimport 'y';", ['x', 'y']],
    ["export * from 'x';\nexport { a } from 'y';", ['x', 'y']],
    ["const a = await import('x');", ['x']],
    ["export const a = 'x';\nexport function b() {}", []],
    ["const text = 'import nothing';", []],
  ];
  for (const [text, targets] of statements)
    test(JSON.stringify(text), () => assert.deepEqual(importsOf(text), targets));

  test('by where it leads', () => {
    const from = 'packages/store/src/model/query/match.ts';
    assert.equal(roomOf('../json/own.ts', from), 'packages/store/src');
    assert.equal(roomOf('../../../../geo/src/index.ts', from), 'packages/geo/src');
    assert.equal(roomOf('@meridian/geo/inner', from), 'geo');
    assert.equal(roomOf('node:fs', from), undefined);
  });
});
