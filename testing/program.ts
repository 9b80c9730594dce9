import { fileURLToPath } from 'node:url';

/** Names the bundled program, which starts much faster than the sources; set by the runner of the tests. */
export const PROGRAM_VARIABLE = 'MERIDIAN_TEST_PROGRAM';

/**
 * What a test runs as `meridian`: the bundle of this run or, where a test file runs by itself, the sources. Asked for at
 * each start, for the process that makes the bundle may be the one that starts it.
 */
export function programFile(): string {
  return (
    process.env[PROGRAM_VARIABLE] ??
    fileURLToPath(new URL('../packages/cli/src/meridian.ts', import.meta.url))
  );
}
