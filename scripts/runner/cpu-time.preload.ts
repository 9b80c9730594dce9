import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { COSTS_FILE, noteCost } from './cpu-time.ts';

/**
 * Loaded before each test file: notes at its end what it cost. CPU time, because on a machine that does other things
 * as well the clock says nothing about a test.
 */
const costsFile = process.env[COSTS_FILE];
const file = process.argv[1];
if (isMainThread && costsFile && file) {
  // What a test starts does not count for itself: its parent waits for it.
  delete process.env[COSTS_FILE];
  process.on('exit', () => noteCost(costsFile, relative('.', file)));
}
