import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testFiles } from '../scripts/runner/test-files.ts';
import { missingPackages, TEST_PACKAGES } from './test-packages.ts';

const FINDS = /\b(?:findProgram\(\[.*?\]|findPythonModule\('[\w.]+'), '([\w.-]+)'\)/g;
const FINDS_R = /\bfindRPackage\('(\w+)'\)/g;
const SOURCES = testFiles('{acceptance,packages,testing}/**/*.ts').map((file) => readFileSync(file, 'utf8'));

test('every package that a test looks for is installed with the others', () => {
  const named = SOURCES.flatMap((text) => [
    ...Array.from(text.matchAll(FINDS), ([, name]) => name!),
    ...Array.from(text.matchAll(FINDS_R), ([, name]) => `r-cran-${name}`),
  ]);
  assert.ok(named.length > 10);
  for (const name of named) assert.ok(name in TEST_PACKAGES, name);
});

test('a run asks for what is missing, for large packages with CI only, for containers where they are tested', () => {
  const bare = { has: () => false, packages: new Set<string>() };
  const small = missingPackages({}, bare);
  assert.ok(small.includes('gdal-bin') && !small.includes('python3-qgis') && !small.includes('buildah'));
  const all = missingPackages({ CI: 'true', MERIDIAN_TEST_CONTAINER: '1' }, bare);
  for (const name of [...Object.keys(TEST_PACKAGES), 'buildah', 'debootstrap'])
    assert.ok(all.includes(name), name);
  const some = {
    has: (names: readonly string[]) => names.includes('chromium'),
    packages: new Set(['python3-yaml']),
  };
  const rest = missingPackages({}, some);
  assert.deepEqual(
    small.filter((name) => !rest.includes(name)),
    ['chromium', 'python3-yaml'],
  );
});
