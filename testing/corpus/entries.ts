import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature } from '../../packages/formats/src/feature.ts';
import { parseJson } from '../../packages/formats/src/json.ts';
import type { ReadOptions } from '../../packages/formats/src/options.ts';

/** One file of the corpus, how it is read, and what GDAL reads of it. */
export type Entry = { file: string; options?: ReadOptions; features: Feature[] };

export const FILES = join(import.meta.dirname, 'files');

const listOf = (format: string) => join(FILES, format, 'expected.ndjson');

export function readEntries(format: string): Entry[] {
  if (!existsSync(listOf(format))) return [];
  const lines = readFileSync(listOf(format), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => parseJson(line) as Entry);
}

export function writeEntries(format: string, entries: readonly Entry[]): void {
  writeFileSync(listOf(format), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}
