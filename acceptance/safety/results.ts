import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the long runs leave what they found; not under version control. */
export const RESULTS = join(import.meta.dirname, '../../results');

/** Writes a result as JSON and gives the path of the file. */
export function storeResult(name: string, result: unknown): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}
