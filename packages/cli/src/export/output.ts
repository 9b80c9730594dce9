import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Refusal } from '../admin-backend.ts';

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
  const temporary = `${file}.${process.pid}.part`;
  try {
    await pipeline([source, ...packed, counted, createWriteStream(temporary)], { signal });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (path !== temporary) throw error;
    throw new Refusal(
      `the file ${file} cannot be written: ${code === 'ENOENT' ? 'there is no such folder' : message}`,
    );
  }
}
