import { runChecks } from './runner/checks.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { earlyFiles } from './runner/early.ts';
import { type Phase, timed } from './runner/phases.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';

/**
 * `npm run test:fast`, the loop of every day: types, lint and format, the tests beside the code, and the contract of
 * the store on SQLite and in memory. No hub, no PostgreSQL, no browser, no other program.
 */
// An eighth of the random cases of `npm test`.
process.env.MERIDIAN_TEST_EFFORT ??= '0.125';
/** Processes that are killed, input that is meant to cost much, files that are broken on purpose: `npm test` has them. */
const SIEGES = /(?:\.crash|\bcost\.\w+|\.cost|\bhostile)\.test\.ts$/;
const files = earlyFiles().filter((file) => !SIEGES.test(file));
const phases: Phase[] = [];
const [checks, outcome] = await timed(phases, 'checks and test files', () =>
  Promise.all([runChecks({ incremental: true }), runFiles(files, CONCURRENCY)]),
);
conclude([outcome], { checks, phases });
