import { gzipSync } from 'node:zlib';

/** Where tiles are. `runLength` tiles in a row have the same bytes; 0 points to a directory instead. */
export type DirectoryEntry = { tileId: number; offset: number; length: number; runLength: number };

/** A directory of PMTiles version 3: columns of varints, compressed. */
export function encodeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const bytes: number[] = [];
  writeVarint(bytes, entries.length);
  let last = 0;
  for (const { tileId } of entries) {
    writeVarint(bytes, tileId - last);
    last = tileId;
  }
  for (const { runLength } of entries) writeVarint(bytes, runLength);
  for (const { length } of entries) writeVarint(bytes, length);
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1];
    // Right behind the one before; other offsets are stored as one more than they are.
    writeVarint(bytes, before && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return gzipSync(Uint8Array.from(bytes));
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}
