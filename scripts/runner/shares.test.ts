import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fixedWorkMs } from './fixed-work.ts';
import { costsOf, suiteOf } from './report.ts';
import { LONGEST, longestFirst } from './schedule.ts';
import { AREAS, isOver, usedShares } from './shares.ts';
import { REFERENCE_WORK_MS, type SpeedSample, slowdownDuring, watchSpeed } from './speed.ts';
import { testFiles } from './test-files.ts';

const SOME = [
  { name: 'tiles', suites: ['acceptance/tiles/**'], minutes: 1 },
  { name: 'studio', suites: ['acceptance/studio/**', 'acceptance/screens.test.ts'], minutes: 2 },
];
const MINUTE = 60_000;

const cost = (file: string, cpuMs: number, slowdown = 1) => ({ file, cpuMs, slowdown });

test('an area uses the CPU time of its suites, divided by two cores', () => {
  const used = usedShares(
    [
      cost('acceptance/tiles/viz.test.ts', MINUTE),
      cost('acceptance/tiles/deep/er.test.ts', MINUTE + 6000),
      cost('acceptance/tiles.test.ts', 10 * MINUTE),
      cost('acceptance/studio/edit.test.ts', 2 * MINUTE),
      cost('acceptance/screens.test.ts', 2 * MINUTE),
    ],
    SOME,
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

test('an area fails a run once it is half over its share', () => {
  const isOverWith = (minutes: number) =>
    isOver(usedShares([cost('acceptance/tiles/viz.test.ts', 2 * minutes * MINUTE)], SOME)[0]!);
  assert.deepEqual([1.49, 1.51].map(isOverWith), [false, true]);
});

/** The fixed work takes so many times as long as on the reference machine, at these seconds. */
const samplesOf = (...slowdowns: [second: number, slowdown: number][]): SpeedSample[] =>
  slowdowns.map(([second, slowdown]) => ({ at: 1000 * second, workMs: slowdown * REFERENCE_WORK_MS }));

test('the same tests use the same share on a machine that is slow, or slow for a while', () => {
  // The second half of the run is slowed down three times.
  const samples = samplesOf(...Array.from({ length: 100 }, (_, i): [number, number] => [i, i < 50 ? 1 : 3]));
  const timeOf = (cpuMs: number, from: number, to: number) => ({
    file: 'acceptance/tiles/viz.test.ts',
    variant: '',
    wallMs: 1000 * (to - from),
    cpuMs,
    span: { from: 1000 * from, to: 1000 * to },
  });
  const usedOf = (...times: ReturnType<typeof timeOf>[]) =>
    usedShares(costsOf(times, samples), SOME)[0]!.usedMinutes;
  assert.equal(usedOf(timeOf(MINUTE, 0, 40)), 0.5);
  assert.equal(usedOf(timeOf(3 * MINUTE, 60, 99)), 0.5);
  assert.equal(usedOf(timeOf(MINUTE, 0, 40), timeOf(3 * MINUTE, 60, 99)), 1);
});

test('a file of which nothing is known has no share in anything', () =>
  assert.deepEqual(
    costsOf([{ file: 'a.test.ts', variant: '', wallMs: 9, cpuMs: undefined, span: undefined }], []),
    [],
  ));

const slowdowns: [what: string, samples: SpeedSample[], expected: number][] = [
  [
    'the median of what was measured meanwhile',
    samplesOf([9, 9], [10, 2], [12, 2], [14, 4], [16, 2], [18, 9], [20, 3], [22, 9]),
    3,
  ],
  [
    'one outlier among those nearest to it',
    samplesOf([1, 1.5], [5, 1.5], [12, 8], [25, 1.5], [30, 1.5], [90, 9]),
    1.5,
  ],
  ['a machine that is faster than the reference', samplesOf([10, 0.4], [11, 0.5], [12, 0.4]), 1],
  ['nothing measured', [], 1],
];
for (const [what, samples, expected] of slowdowns)
  test(`how much a file was slowed down: ${what}`, () =>
    assert.equal(slowdownDuring({ from: 10_000, to: 20_000 }, samples), expected));

test('speed is measured from the beginning of a run, beside whatever it does', async () => {
  const before = Date.now();
  const watch = watchSpeed();
  try {
    while (watch.samples.length === 0) await pause(10);
  } finally {
    await watch.stop();
  }
  const [{ at, workMs }] = watch.samples as [SpeedSample];
  assert.ok(at >= before && at <= Date.now());
  assert.ok(workMs > 0);
});

test('the fixed work costs the same when it is done for the first time', () => {
  const [first, ...others] = Array.from({ length: 9 }, fixedWorkMs) as [number, ...number[]];
  const median = others.sort((a, b) => a - b)[4]!;
  assert.ok(first < 2 * median, `${first} ms, then ${others.join(', ')}`);
});

test('every area has suites', () => {
  const files = testFiles('{packages,acceptance}/**/*.test.ts');
  for (const { name, suites } of AREAS)
    for (const suite of suites)
      assert.ok(
        files.some((file) => matchesGlob(file, suite)),
        `${name}: ${suite}`,
      );
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
