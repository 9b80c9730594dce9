import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { COSTS_FILE, noteCost } from './cpu-time.ts';

/** The longest file takes two minutes on two idle cores: one that takes this long waits for what never comes. */
const TIMEOUT_MS = Number(process.env.MERIDIAN_TEST_FILE_TIMEOUT_MS ?? 900_000);

/**
 * Loaded before each test file: ends it where it does not end by itself, and notes at its end what it cost. CPU time,
 * because on a machine that does other things as well the clock says nothing about a test.
 */
const costsFile = process.env[COSTS_FILE];
const file = process.argv[1];
if (isMainThread && costsFile && file) {
  // What a test starts does not count for itself: its parent waits for it.
  delete process.env[COSTS_FILE];
  process.on('exit', () => noteCost(costsFile, relative('.', file)));
  setTimeout(() => {
    console.error(`✖ ${relative('.', file)} did not end within ${TIMEOUT_MS} ms`);
    process.exit(1);
  }, TIMEOUT_MS).unref();
}
