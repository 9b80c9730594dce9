import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

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

const files = named.length > 0 ? named : globSync(TEST_FILES).sort();
const tests = run({ files, concurrency: 2 });
tests.on('test:summary', ({ file, counts }) => {
  if (file !== undefined) return;
  passed += counts.passed;
  failed += counts.tests - counts.passed - counts.skipped - counts.todo;
});
tests.on('end', () => {
  // Nothing ran is a failure too.
  if (passed === 0) failed++;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
tests.compose(spec()).pipe(process.stdout, { end: false });
