import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
      yield* createInterface({ input: createReadStream(path, { highWaterMark: CHUNK_BYTES }), crlfDelay: 0 });
    },
    async dispose() {
      file.destroy();
      await dispose();
    },
  };
}
