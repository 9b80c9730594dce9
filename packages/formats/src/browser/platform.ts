import { limited } from '../archive/bounded.ts';
import type { Platform } from '../platform.ts';
import { blobSource, type RandomAccess } from '../source.ts';
import { createDatabase, openDatabase } from './database.ts';
import { gunzip } from './gunzip.ts';
import { notebook } from './notebook.ts';

export const browserPlatform: Platform = {
  gunzip,
  async spool(source, limit) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of limited(source.stream(), limit, source.name)) parts.push(new Uint8Array(chunk));
    return {
      source: blobSource(new Blob(parts), source.name) as RandomAccess,
      dispose: async () => undefined,
    };
  },
  openDatabase,
  createDatabase,
  notebook,
  // Pages read files in a worker, which they can end.
  async *decodeParquet(source, job) {
    const { decodeParquet } = await import('../geoparquet/decode-parquet.ts');
    yield* decodeParquet(source, job);
  },
};
