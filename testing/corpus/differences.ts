import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FormatFault } from '../../packages/formats/src/fault.ts';
import { bytesSource, fileSource, readFeatures } from '../../packages/formats/src/node.ts';
import type { Source } from '../../packages/formats/src/source.ts';
import { differences, type Read } from './compare.ts';
import { type Entry, FILES } from './entries.ts';

/** In what ways our reader reads a file of the corpus otherwise than GDAL did, each way once. */
export async function differencesOf(format: string, { file, options, features }: Entry): Promise<string[]> {
  const read: Read[] = [];
  const found: string[] = [];
  try {
    for await (const record of readFeatures(sourceOf(format, file), options))
      read.push(record.refused ? { refused: record.refused.reason } : record.feature);
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    found.push(`fault: ${error.message}`);
  }
  return [...found, ...differences(read, features)];
}

/** GeoPackages are compressed in the corpus. */
function sourceOf(format: string, file: string): Source {
  const path = join(FILES, format, file);
  return existsSync(path) ? fileSource(path) : bytesSource(gunzipSync(readFileSync(`${path}.gz`)), file);
}
