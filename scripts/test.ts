import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { shareCluster } from '../acceptance/harness/postgres/database.ts';

/**
 * `npm test`: types, lint and format, then every test of the repository; with arguments, only the test files named.
 * The last line counts: `N passed, N failed`.
 */
const named = process.argv.slice(2);
const CHECKS =
  named.length > 0
    ? []
    : [
        ['tsc', '--noEmit'],
        ['tsc', '--noEmit', '-p', 'packages/studio/src/app'],
        ['biome', 'check', '--error-on-warnings'],
      ];
const TEST_FILES = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'acceptance/**/*.test.ts'];

let passed = 0;
let failed = 0;

for (const [command, ...args] of CHECKS) {
  const { status } = spawnSync(command!, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? '✔' : '✖'} ${command} ${args.join(' ')}`);
  if (status === 0) passed++;
  else failed++;
}

/** Files that need a PostgreSQL say so in their name; one server, started here, does for all of them. */
const NEEDS_POSTGRES = /postgres/;
let files = named.length > 0 ? named : globSync(TEST_FILES).sort();
const cluster = files.some((file) => NEEDS_POSTGRES.test(file)) ? await shareCluster() : undefined;
if (typeof cluster === 'string') {
  console.log(`✖ ${cluster}: everything about PostgreSQL IS LEFT OUT of this run`);
  files = files.filter((file) => !NEEDS_POSTGRES.test(file));
  if (process.env.CI === 'true') failed++;
}

const tests = run({ files, concurrency: 2 });
tests.on('test:summary', ({ file, counts }) => {
  if (file !== undefined) return;
  passed += counts.passed;
  failed += counts.tests - counts.passed - counts.skipped - counts.todo;
});
tests.on('end', async () => {
  if (typeof cluster === 'object') await cluster.discard();
  // Nothing ran is a failure too.
  if (passed === 0) failed++;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
tests.compose(spec()).pipe(process.stdout, { end: false });
