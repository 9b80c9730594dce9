import type { FileHandle } from 'node:fs/promises';

/** Room is asked for in steps that double up to this many bytes. */
const MAX_STEP_BYTES = 16 * 1024 * 1024;

/**
 * Writes a file whole, to the disk and not only to its cache, and closes it. `room` is told how many bytes there are, and
 * how many more may come before it is asked again; it throws where there is no room for them.
 */
export async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  room: (bytes: number, more: number) => Promise<void>,
): Promise<void> {
  try {
    let bytes = 0;
    let reserved = 0;
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (bytes + chunk.length > reserved) {
        const more = Math.max(chunk.length, Math.min(bytes, MAX_STEP_BYTES));
        await room(bytes, more);
        reserved = bytes + more;
      }
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    signal.throwIfAborted();
    await file.sync();
    await room(bytes, 0);
  } finally {
    await file.close();
  }
}
