// Embedded engine only: it kills the program that has the files.
import { test } from 'node:test';
import { killWhileFiling } from './pyramid-kills.ts';

const KILLS = 2;
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

test(`what low zooms are read from survives ${KILLS} kills while it is built and kept (seed ${seed})`, async (t) => {
  const { writes, interrupted } = await killWhileFiling(KILLS, seed, (line) => t.diagnostic(line));
  t.diagnostic(`${writes} writes, ${interrupted} kills before all was filed`);
});
