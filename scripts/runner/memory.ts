import { globSync, readFileSync } from 'node:fs';
import { EMBEDDED_ONLY, NEEDS_POSTGRES } from './engines.ts';

/** Suites that a store in memory is left out of: they stop or kill a hub and go on with what it stored, or harm its files. */
export const NOT_IN_MEMORY: readonly string[] = [];

/** The acceptance suites that a hub in memory passes. */
export function memorySuites(): string[] {
  return globSync('acceptance/**/*.test.ts')
    .filter((file) => !NEEDS_POSTGRES.test(file) && !NOT_IN_MEMORY.includes(file))
    .filter((file) => !EMBEDDED_ONLY.test(readFileSync(file, 'utf8')))
    .sort();
}
