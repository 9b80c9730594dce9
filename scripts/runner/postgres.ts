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

/** All about what is stored and found, and `count` of the others. */
export function postgresSample(count: number, seed: number): string[] {
  const suites = postgresSuites();
  const others = suites.filter((file) => BEFORE_THE_STORE.test(file));
  const sample = new Set(sampleOf(others, count, seed));
  return suites.filter((file) => sample.has(file) || !BEFORE_THE_STORE.test(file));
}
