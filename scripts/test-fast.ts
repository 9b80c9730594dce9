import { globSync, readFileSync } from 'node:fs';
import { runChecks } from './runner/checks.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { NEEDS_POSTGRES } from './runner/engines.ts';
import { type Phase, timed } from './runner/phases.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';
import { AREAS } from './runner/shares.ts';

/**
 * `npm run test:fast`, the loop of every day: types, lint and format, the tests beside the code, and the contract of
 * the store on SQLite and in memory. No hub, no PostgreSQL, no browser, no other program.
 */
/** Files that run programs of other projects, such as GDAL. */
const NEEDS_PROGRAM = /testing\/programs\.ts'/;
// A quarter of the random cases of `npm test`.
process.env.MERIDIAN_TEST_EFFORT ??= '0.25';
const files = globSync(['{packages/*,bench}/src/**/*.test.ts', 'scripts/**/*.test.ts'])
  .filter((file) => !NEEDS_POSTGRES.test(file) && !NEEDS_PROGRAM.test(readFileSync(file, 'utf8')))
  .sort();
const phases: Phase[] = [];
const checks = await timed(phases, 'checks', () => runChecks({ incremental: true }));
const outcome = await timed(phases, 'test files', () => runFiles(files, CONCURRENCY));
conclude([outcome], checks, AREAS, phases);
