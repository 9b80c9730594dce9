// Embedded engine only: it kills processes that share the files.
import { test } from 'node:test';
import { killProcesses } from './process-kills.ts';

const KILLS = 6;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

test(`acknowledged writes survive ${KILLS} kills of single processes (seed ${seed})`, async (t) => {
  const report = await killProcesses(KILLS, seed, (line) => t.diagnostic(line));
  t.diagnostic(`${report.acknowledged} writes acknowledged, looked at ${report.looks} times meanwhile`);
});
