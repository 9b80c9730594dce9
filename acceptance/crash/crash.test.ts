// Embedded engine only: it kills the program that has the files.
import { test } from 'node:test';
import { CrashRun } from './run.ts';

const KILLS = 3;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

test(`acknowledged writes survive ${KILLS} kills at random moments (seed ${seed})`, async (t) => {
  const report = await new CrashRun(seed, (line) => t.diagnostic(line)).run(KILLS);
  t.diagnostic(`${report.acknowledged} writes acknowledged, slowest start ${report.slowestStartMs} ms`);
});
