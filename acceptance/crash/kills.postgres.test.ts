import { test } from 'node:test';
import { seed } from '../harness/random.ts';
import { killPostgres } from './postgres-kills.ts';

/** `npm run crash` kills it a hundred times. */
const KILLS = 3;

test(`acknowledged writes survive ${KILLS} kills of PostgreSQL under load, and the hub goes on by itself (seed ${seed})`, async (t) => {
  await killPostgres(KILLS, seed, (line) => t.diagnostic(line));
});
