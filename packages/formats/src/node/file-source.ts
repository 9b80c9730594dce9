import { createReadStream, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import type { RandomAccess } from '../source.ts';

const CHUNK_BYTES = 1024 * 1024;

/** A file of this machine. Throws immediately if there is none. */
export function fileSource(path: string, name = basename(path)): RandomAccess {
  const { size } = statSync(path);
  return {
    name,
    size,
    path,
    stream: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    slice: async (start, end) => {
      const file = await open(path, 'r');
      try {
        const bytes = new Uint8Array(Math.max(0, end - start));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    siblings: () => siblingsOf(path),
  };
}

/** The files beside it whose names differ in their ending only. */
async function siblingsOf(path: string): Promise<RandomAccess[]> {
  const folder = dirname(path);
  const stem = parse(path).name.toLowerCase();
  const names = await readdir(folder);
  return names
    .filter((name) => name !== basename(path) && parse(name).name.toLowerCase() === stem)
    .map((name) => fileSource(join(folder, name)));
}
