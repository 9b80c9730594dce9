import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withPartFile } from './part-file.ts';

/** Writes to a file that gets its name once it is complete; without a name, to standard output. */
export async function writeOutput(
  chunks: AsyncIterable<Uint8Array>,
  file: string | undefined,
  signal: AbortSignal,
  /** Hears of the bytes as they are written, compressed ones if they are. */
  onBytes: (count: number) => void,
): Promise<void> {
  const source = Readable.from(chunks, { objectMode: false });
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      onBytes(piece.length);
      yield piece;
    }
  };
  const packed = file?.endsWith('.gz') ? [createGzip()] : [];
  if (file === undefined || file === '-') {
    await pipeline([source, counted, process.stdout as Writable], { signal, end: false });
    return;
  }
  await withPartFile(file, (path) =>
    pipeline([source, ...packed, counted, createWriteStream(path)], { signal }),
  );
}
