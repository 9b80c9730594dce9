import { runChecks } from './runner/checks.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { earlyFiles } from './runner/early.ts';
import { type Phase, timed } from './runner/phases.ts';
import { conclude } from './runner/report.ts';
import { runFiles } from './runner/run-files.ts';
import { AREAS } from './runner/shares.ts';

/**
 * `npm run test:fast`, the loop of every day: types, lint and format, the tests beside the code, and the contract of
 * the store on SQLite and in memory. No hub, no PostgreSQL, no browser, no other program.
 */
// A quarter of the random cases of `npm test`.
process.env.MERIDIAN_TEST_EFFORT ??= '0.25';
const phases: Phase[] = [];
const [checks, outcome] = await timed(phases, 'checks and test files', () =>
  Promise.all([runChecks({ incremental: true }), runFiles(earlyFiles(), CONCURRENCY)]),
);
conclude([outcome], checks, AREAS, phases);
