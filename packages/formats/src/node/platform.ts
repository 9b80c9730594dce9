import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FormatFault } from '../fault.ts';
import type { Platform } from '../platform.ts';
import { fileSource } from './file-source.ts';

export const nodePlatform: Platform = {
  gunzip: (stream) => Readable.from(stream, { objectMode: false }).pipe(createGunzip()),
  async spool(source, limit) {
    const folder = await mkdtemp(join(tmpdir(), 'meridian-'));
    const dispose = () => rm(folder, { recursive: true, force: true });
    try {
      const path = join(folder, 'spooled');
      await pipeline(bounded(source.stream(), limit, source.name), createWriteStream(path));
      return { source: fileSource(path, source.name), dispose };
    } catch (error) {
      await dispose();
      throw error;
    }
  },
};

async function* bounded(stream: AsyncIterable<Uint8Array>, limit: number, name: string) {
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) throw new FormatFault('tooLarge', name, `is larger than ${limit} bytes`);
    yield chunk;
  }
}
