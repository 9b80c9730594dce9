import { readFileSync } from 'node:fs';
import { EMBEDDED_ONLY, NEEDS_POSTGRES } from './engines.ts';
import { sampleOf } from './sample.ts';
import { testFiles } from './test-files.ts';

/**
 * Suites about what stands before the store: the wire, rights, limits, pages, commands. They pass on PostgreSQL, and
 * seldom say more there than on the embedded engine.
 */
export const BEFORE_THE_STORE =
  /^acceptance\/(access\/|accounts\.csrf|auth\.|cli\.|client\.|dialect\.|errors\.|export\.(idle|test)|faults\.files|hostile\/(areas|loop|malformed|traps|wire)|hub\.|limits\.|observability\.|odd-requests|ogc\/(access|anonymous|clients|pages|tiles)|packages\.|plugins\.|processors\.|rights\.test|safety\/|studio\/|threads\.|tiles\/(burst|slow|check)|wire\.)/;

/** The acceptance suites that run on both engines. */
export function postgresSuites(): string[] {
  return testFiles('acceptance/**/*.test.ts')
    .filter((file) => !NEEDS_POSTGRES.test(file) && !EMBEDDED_ONLY.test(readFileSync(file, 'utf8')))
    .sort();
}

/** Suites in which an engine has most to do by itself: random histories, concurrent writes, SQL made from input. */
export const ALWAYS_ON_POSTGRES: readonly string[] = [
  'acceptance/hostile/injection.test.ts',
  'acceptance/model/model.test.ts',
  'acceptance/versions.conflicts.test.ts',
  'acceptance/virtual/random.test.ts',
];

/** How many suites a run draws of those about what is stored and found, and of the others. */
export type PostgresSample = { stored: number; others: number };

/** Those that always run and the ones drawn, others with every seed. */
export function postgresSample({ stored, others }: PostgresSample, seed: number): string[] {
  const suites = postgresSuites();
  const drawnOf = (isBefore: boolean, count: number) =>
    sampleOf(
      suites.filter((file) => !ALWAYS_ON_POSTGRES.includes(file) && BEFORE_THE_STORE.test(file) === isBefore),
      count,
      seed,
    );
  return [...ALWAYS_ON_POSTGRES, ...drawnOf(false, stored), ...drawnOf(true, others)].sort();
}
