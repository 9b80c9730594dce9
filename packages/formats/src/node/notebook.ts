import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Notebook } from '../platform.ts';
import { temporaryFolder } from './temporary-folder.ts';

const BATCH_CHARACTERS = 256 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** In a temporary file, a line each. */
export async function notebook(): Promise<Notebook> {
  const { folder, dispose } = await temporaryFolder();
  const path = join(folder, 'lines');
  const file = createWriteStream(path);
  // Its folder must not be gone before it is open: that would be an error nobody waits for.
  await once(file, 'open');
  let batch = '';
  const write = async () => {
    const text = batch;
    batch = '';
    if (!file.write(text)) await once(file, 'drain');
  };
  return {
    add(line) {
      batch += `${line}\n`;
      return batch.length < BATCH_CHARACTERS ? undefined : write();
    },
    async *lines() {
      if (!file.writableEnded) {
        file.end(batch);
        batch = '';
        await finished(file);
      }
      yield* linesOf(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
    },
    async dispose() {
      file.destroy();
      await dispose();
    },
  };
}

/** Split at line feeds only: readline takes U+2028, which JSON texts may have, for a line end too. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
