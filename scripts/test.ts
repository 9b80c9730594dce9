import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { shareCluster } from '../acceptance/harness/postgres/database.ts';
import { EMBEDDED_ONLY, NEEDS_POSTGRES } from './engines.ts';
import { type Failure, runTests, tell } from './run-tests.ts';

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
const TEST_FILES = ['{packages/*,bench}/src/**/*.test.ts', 'scripts/**/*.test.ts', 'acceptance/**/*.test.ts'];

let passed = 0;
let failed = 0;
const failures: Failure[] = [];
const lucky: Failure[] = [];

for (const [command, ...args] of CHECKS) {
  const { status } = spawnSync(command!, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? '✔' : '✖'} ${command} ${args.join(' ')}`);
  if (status === 0) passed++;
  else failed++;
}

let files = named.length > 0 ? named : globSync(TEST_FILES).sort();
const isComplete = named.length === 0;
const cluster =
  isComplete || files.some((file) => NEEDS_POSTGRES.test(file)) ? await shareCluster() : undefined;
if (typeof cluster === 'string') {
  console.log(`✖ ${cluster}: everything about PostgreSQL IS LEFT OUT of this run`);
  files = files.filter((file) => !NEEDS_POSTGRES.test(file));
  if (process.env.CI === 'true') failed++;
}

await runAll(files);
if (isComplete && typeof cluster === 'object') {
  console.log('▶ acceptance once more, with all hubs on PostgreSQL');
  process.env.MERIDIAN_TEST_ENGINE = 'postgres';
  await runAll(files.filter(runsOnBoth));
}
if (typeof cluster === 'object') await cluster.discard();
// Nothing ran is a failure too.
if (passed === 0) failed++;
if (lucky.length > 0) tell('PASSED ONLY AT THE SECOND TRY, to be mended', lucky);
if (failures.length > 0) tell('failed', failures);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function runsOnBoth(file: string): boolean {
  return (
    file.startsWith('acceptance') &&
    !NEEDS_POSTGRES.test(file) &&
    !EMBEDDED_ONLY.test(readFileSync(file, 'utf8'))
  );
}

async function runAll(these: string[]): Promise<void> {
  const outcome = await runTests(these);
  passed += outcome.passed;
  failed += outcome.failures.length;
  failures.push(...outcome.failures);
  lucky.push(...outcome.lucky);
}
