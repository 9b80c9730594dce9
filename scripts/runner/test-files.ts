import { globSync } from 'node:fs';

/** The test files of the project, without those of packages that a test has installed beside itself. */
export function testFiles(patterns: string | readonly string[]): string[] {
  return globSync(patterns, { exclude: ['**/node_modules/**'] }).sort();
}
