import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Inverts the beginning of every page but the first: the file is still a database, and none of its tables can be read. */
export function flipBytes(path: string, from = 1): void {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(64);
  for (let at = from * PAGE_BYTES; at < fstatSync(file).size; at += PAGE_BYTES) {
    readSync(file, bytes, 0, bytes.length, at);
    writeSync(
      file,
      bytes.map((byte) => ~byte & 0xff),
      0,
      bytes.length,
      at,
    );
  }
  closeSync(file);
}
