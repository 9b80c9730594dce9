import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Overwrites the pages behind the first: the file can be opened, and says what is wrong when some of its tables are read. */
export function overwritePages(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4 * PAGE_BYTES, 0xa5), 0, 4 * PAGE_BYTES, PAGE_BYTES);
  closeSync(file);
}

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
