import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, test } from 'node:test';

/** Which package may import which: nothing imports upwards or sideways (ARCHITECTURE.md). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  geo: [],
  filter: ['geo'],
  formats: ['geo'],
  store: ['geo'],
  hub: ['store', 'geo'],
  server: ['hub', 'studio', 'formats'],
  client: [],
  cli: ['server', 'client', 'formats'],
  studio: ['client', 'formats'],
};
/** What tests may use beside: the throw-away PostgreSQL and the programs of Debian that acceptance uses too. */
const TESTS_MAY_IMPORT = ['testing/postgres', 'testing/programs.ts'];
const MAX_LINES = 400;
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
        if (path.endsWith('.test.ts') && TESTS_MAY_IMPORT.includes(to ?? '')) return false;
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

test(`no file but tests has more than ${MAX_LINES} lines`, () => {
  const long = files.filter(
    ({ path, text }) => !path.endsWith('.test.ts') && text.split('\n').length - 1 > MAX_LINES,
  );
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  );
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
