import { readFileSync } from 'node:fs';
import { EMBEDDED_ONLY, NEEDS_POSTGRES } from './engines.ts';
import { sampleOf } from './sample.ts';
import { testFiles } from './test-files.ts';

/**
 * Suites that a store in memory is left out of: they stop or kill a hub or its threads and go on with what it stored,
 * back it up, or harm its files.
 */
export const NOT_IN_MEMORY: readonly string[] = [
  'acceptance/accounts.sign-in.test.ts',
  'acceptance/activity-log.test.ts',
  'acceptance/backup.schedule.test.ts',
  'acceptance/faults.files.test.ts',
  'acceptance/projects.test.ts',
  'acceptance/threads.test.ts',
];

/** The acceptance suites that a hub in memory passes. */
export function memorySuites(): string[] {
  return testFiles('acceptance/**/*.test.ts')
    .filter((file) => !NEEDS_POSTGRES.test(file) && !NOT_IN_MEMORY.includes(file))
    .filter((file) => !EMBEDDED_ONLY.test(readFileSync(file, 'utf8')))
    .sort();
}

/** Those about features, of which `npm test` has time for a few. */
const SAMPLED = /^acceptance\/(features\.|search\.|spaces\.|versions\.|iterate|spatial|statistics|area)/;

/** Some of them, others with every seed. */
export function memorySample(count: number, seed: number): string[] {
  return sampleOf(
    memorySuites().filter((file) => SAMPLED.test(file)),
    count,
    seed,
  );
}
