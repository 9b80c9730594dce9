import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { limited } from '../archive/bounded.ts';
import type { Platform } from '../platform.ts';
import { createDatabase, openDatabase } from './database.ts';
import { fileSource } from './file-source.ts';
import { notebook } from './notebook.ts';
import { decodeOnThread } from './parquet.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const nodePlatform: Platform = {
  async *gunzip(stream) {
    const inflater = createGunzip();
    // A failure of the source reaches the reader through the inflater, which pipeline destroys with it.
    const done = pipeline(Readable.from(stream, { objectMode: false }), inflater).catch(() => undefined);
    try {
      yield* inflater;
    } finally {
      inflater.destroy();
      await done;
    }
  },
  async spool(source, limit) {
    const { folder, dispose } = await temporaryFolder();
    try {
      const path = join(folder, 'copy');
      await pipeline(limited(source.stream(), limit, source.name), createWriteStream(path));
      return { source: fileSource(path, source.name), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  },
  openDatabase,
  createDatabase,
  notebook,
  async *decodeParquet(source, job, signal) {
    if (source.path !== undefined) return yield* decodeOnThread(source, job, signal);
    const copy = await nodePlatform.spool(source, job.limits.inflatedBytes);
    try {
      yield* decodeOnThread(copy.source, job, signal);
    } finally {
      await copy.dispose();
    }
  },
};
