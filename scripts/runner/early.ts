import { readFileSync } from 'node:fs';
import { NEEDS_POSTGRES } from './engines.ts';
import { testFiles } from './test-files.ts';

/** Files that run programs of other projects, such as GDAL. */
const NEEDS_PROGRAM = /testing\/programs\.ts'/;

/** Test files that need no PostgreSQL, no other program and no hub: they can run before any of these is there. */
export function earlyFiles(): string[] {
  return testFiles(['{packages/*,bench}/src/**/*.test.ts', 'scripts/**/*.test.ts']).filter(
    (file) => !NEEDS_POSTGRES.test(file) && !NEEDS_PROGRAM.test(readFileSync(file, 'utf8')),
  );
}
