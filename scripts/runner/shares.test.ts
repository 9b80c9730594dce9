import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { isOver, suiteOf } from './report.ts';
import { LONGEST, longestFirst } from './schedule.ts';
import { usedShares } from './shares.ts';

const AREAS = [
  { name: 'tiles', suites: ['acceptance/tiles/**'], minutes: 1 },
  { name: 'studio', suites: ['acceptance/studio/**', 'acceptance/screens.test.ts'], minutes: 2 },
];
const MINUTE = 60_000;

test('an area uses the CPU time of its suites, divided by two cores', () => {
  const used = usedShares(
    [
      ['acceptance/tiles/viz.test.ts', MINUTE],
      ['acceptance/tiles/deep/er.test.ts', MINUTE + 6000],
      ['acceptance/tiles.test.ts', 10 * MINUTE],
      ['acceptance/studio/edit.test.ts', 2 * MINUTE],
      ['acceptance/screens.test.ts', 2 * MINUTE],
    ],
    AREAS,
  );
  assert.deepEqual(
    used.map(({ name, usedMinutes }) => [name, usedMinutes]),
    [
      ['tiles', 1.05],
      ['studio', 2],
    ],
  );
  assert.deepEqual(used.map(isOver), [false, false]);
});

test('an area fails a run once it is so far over its share that no machine can be the reason', () => {
  const [tiles] = usedShares([['acceptance/tiles/viz.test.ts', 12 * MINUTE + 6000]], AREAS);
  assert.ok(isOver(tiles!));
});

test('a suite is a package or a folder', () => {
  assert.equal(suiteOf('packages/geo/src/tile/z-order.test.ts'), 'packages/geo');
  assert.equal(suiteOf('acceptance/tiles/viz.test.ts'), 'acceptance/tiles');
  assert.equal(suiteOf('acceptance/search.test.ts'), 'acceptance');
});

test('the longest files start first, the others keep their order', () => {
  const [first, second] = LONGEST as [string, string];
  assert.deepEqual(longestFirst(['b.test.ts', second, 'a.test.ts', first]), [
    first,
    second,
    'b.test.ts',
    'a.test.ts',
  ]);
});

test('every file that is to start first exists', () => {
  const files = new Set(globSync('{packages,acceptance}/**/*.test.ts', { exclude: ['**/node_modules'] }));
  assert.deepEqual(
    LONGEST.filter((file) => !files.has(file)),
    [],
  );
});
