import { testFiles } from './test-files.ts';

/** Suites that count what one process has cached or computed: with several, each has a cache of its own. */
export const COUNTING: readonly string[] = ['acceptance/tiles/cached-writes.test.ts'];

const SUITES = [
  'acceptance/{features,spaces,tokens,versions}*.test.ts',
  'acceptance/{tiles,virtual}/*.test.ts',
  'acceptance/{import.schedule,limits.rate,limits.shared}.test.ts',
  'acceptance/{wire,search,projects,rights}*.test.ts',
  'acceptance/{odd-requests,iterate,statistics,history,durability,audit}.test.ts',
];

/** The acceptance suites that hubs of two processes pass as well as those of one. */
export function processSuites(): string[] {
  return testFiles(SUITES)
    .filter((file) => !COUNTING.includes(file))
    .sort();
}
