import { shareCluster } from '../testing/postgres/database.ts';
import { installTestPackages } from '../testing/test-packages.ts';
import { shareProgram } from './runner/bundle.ts';
import { runChecks } from './runner/checks.ts';
import { CONCURRENCY } from './runner/concurrency.ts';
import { DRAWN, notDrawn } from './runner/drawn.ts';
import { earlyFiles } from './runner/early.ts';
import { NEEDS_POSTGRES } from './runner/engines.ts';
import { memorySample } from './runner/memory.ts';
import { type Phase, timed } from './runner/phases.ts';
import { postgresSample } from './runner/postgres.ts';
import { processSuites } from './runner/processes.ts';
import { conclude } from './runner/report.ts';
import { type Outcome, runFiles } from './runner/run-files.ts';
import { sampleOf } from './runner/sample.ts';
import { AREAS } from './runner/shares.ts';
import { watchSpeed } from './runner/speed.ts';
import { testFiles } from './runner/test-files.ts';

/**
 * `npm test`: types, lint and format, then every test of the repository; with arguments, only the test files named.
 * The last line counts: `N passed, N failed`.
 */
const named = process.argv.slice(2);
const isComplete = named.length === 0;
/** `npm run test:memory` runs all of them. */
const MEMORY_SUITES = 4;
/** `npm run test:processes` runs all of them. */
const PROCESS_SUITES = 4;
/** Acceptance suites once more on PostgreSQL, whose contract always runs whole; `npm run test:postgres` runs all of them. */
const POSTGRES_SUITES = { stored: 6, others: 1 };
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
const TEST_FILES = ['{packages/*,bench}/src/**/*.test.ts', '{scripts,testing,acceptance}/**/*.test.ts'];

const speed = watchSpeed();
const phases: Phase[] = [];
const outcomes: Outcome[] = [];
const runPhase = async (name: string, sample: readonly string[]) => {
  outcomes.push(await timed(phases, name, () => runFiles(sample, CONCURRENCY)));
};

const early = isComplete ? earlyFiles() : [];
let files = isComplete ? testFiles(TEST_FILES).filter((file) => !early.includes(file)) : named;
const prepare = async () => {
  const needsCluster = isComplete || files.some((file) => NEEDS_POSTGRES.test(file));
  if (isComplete) await installTestPackages();
  const cluster = needsCluster ? await shareCluster() : undefined;
  await shareProgram(files);
  return cluster;
};
const runEarly = async () => {
  if (early.length > 0) outcomes.push(await runFiles(early, CONCURRENCY));
};
const [checked, cluster] = await timed(
  phases,
  'checks, what tests need, and the tests that need nothing',
  () => Promise.all([isComplete ? runChecks() : { passed: 0, failed: 0 }, prepare(), runEarly()]),
);
let missing = 0;
const left = new Map(isComplete ? DRAWN.map((drawn) => [drawn, notDrawn(drawn, seed)]) : []);
const allLeft = [...left.values()].flat();
if (process.env.CI === 'true') {
  if (isComplete) console.log(`▶ what CI runs beside npm test (seed ${seed}): ${allLeft.join(', ')}`);
} else {
  files = files.filter((file) => !allLeft.includes(file));
  for (const [{ name, command }, suites] of left)
    console.log(`▶ ${name}: not drawn (seed ${seed}; ${command} runs all): ${suites.join(', ')}`);
}
if (typeof cluster === 'string') {
  console.log(`✖ ${cluster}: everything about PostgreSQL IS LEFT OUT of this run`);
  files = files.filter((file) => !NEEDS_POSTGRES.test(file));
  if (process.env.CI === 'true') missing++;
}
await runPhase(isComplete ? 'all other test files' : 'all test files', files);
if (isComplete && typeof cluster === 'object') {
  const sample = postgresSample(POSTGRES_SUITES, seed);
  console.log(
    `▶ ${sample.length} acceptance suites once more, with all hubs on PostgreSQL (seed ${seed}): ${sample.join(', ')}`,
  );
  process.env.MERIDIAN_TEST_ENGINE = 'postgres';
  await runPhase('acceptance on PostgreSQL', sample);
}
if (isComplete) {
  const sample = memorySample(MEMORY_SUITES, seed);
  console.log(
    `▶ ${sample.length} acceptance suites with all hubs in memory (seed ${seed}): ${sample.join(', ')}`,
  );
  process.env.MERIDIAN_TEST_ENGINE = 'memory';
  await runPhase('acceptance in memory', sample);
  delete process.env.MERIDIAN_TEST_ENGINE;
  const shared = sampleOf(processSuites(), PROCESS_SUITES, seed);
  console.log(
    `▶ ${shared.length} acceptance suites with two processes a hub (seed ${seed}): ${shared.join(', ')}`,
  );
  process.env.MERIDIAN_TEST_PROCESSES = '2';
  await runPhase('acceptance with two processes a hub', shared);
}
if (typeof cluster === 'object') await cluster.discard();
const checks = { passed: checked.passed, failed: checked.failed + missing };
await speed.stop();
conclude(outcomes, { checks, phases, areas: AREAS, beyond: allLeft, speed: speed.samples });
