import { FormatFault } from '../fault.ts';
import type { Platform } from '../platform.ts';
import { blobSource, type RandomAccess } from '../source.ts';
import { gunzip } from './gunzip.ts';

export const browserPlatform: Platform = {
  gunzip,
  async spool(source, limit) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for await (const chunk of source.stream()) {
      length += chunk.length;
      if (length > limit) throw new FormatFault('tooLarge', source.name, `is larger than ${limit} bytes`);
      parts.push(chunk.slice());
    }
    return {
      source: blobSource(new Blob(parts), source.name) as RandomAccess,
      dispose: async () => undefined,
    };
  },
};
