import { open } from 'node:fs/promises';
import type { ExportTarget } from './export-jobs.ts';

/** Room is asked for in steps that double up to this many bytes. */
const MAX_STEP_BYTES = 16 * 1024 * 1024;

/** Writes a file whole. */
export async function writeChunks(
  chunks: AsyncIterable<Uint8Array>,
  { path, signal, room }: Pick<ExportTarget, 'path' | 'signal' | 'room'>,
): Promise<void> {
  const file = await open(path, 'w', 0o600);
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
  } finally {
    await file.close();
  }
}
