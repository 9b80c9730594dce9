import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { shownFields, type TileFormatId, type ZoomRange } from '@meridian/formats';
import { accountTicket, type ReadableSpace, readTileNumbers, type TileQuery } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { autoTile, type TileAsked } from '../hub/tile.parameters.ts';
import { vectorTileQuery } from '../hub/tile.response.ts';
import { tileSetFacts } from '../hub/tile-json.get.ts';
import { VERSION } from '../version.ts';
import type { ExportContent, ExportTarget } from './export-jobs.ts';
import type { FromTileThread, TileFile, ToTileThread } from './tile-file.thread.ts';

const MAX_HEAP_MB = 512;
/** Room is asked for in steps of this many bytes. */
const STEP_BYTES = 1024 * 1024;

type Asked = {
  context: Context;
  space: ReadableSpace;
  format: TileFormatId;
  range: ZoomRange;
  /** What is shown of which features. */
  shown: Pick<TileAsked, 'filter' | 'view'>;
  past: { version: number } | undefined;
};

/** All tiles of a space by `mode=auto`, as one file. */
export function tileContent({ context, space, format, range, shown, past }: Asked): ExportContent {
  // The request is over by the time the tiles are drawn: nothing of it but these is used then.
  const { service, caller } = context;
  const { timeLimitMs } = context.readOptions;
  const asked: TileAsked = { ...autoTile(), ...shown };
  return {
    isFixed: past !== undefined || space.keepsHistory,
    version: async () => past?.version ?? (await space.content()).version,
    async write(version, target) {
      const ticket = { ...accountTicket(caller.account.id, target.signal), timeLimitMs };
      // Before the first write there is no version to ask for.
      const at = past ?? (space.keepsHistory && version > 0 ? { version } : undefined);
      const features = await space.count(shown.filter, ticket, at?.version);
      target.expect(features);
      const { fields, ...facts } = tileSetFacts(space, await space.statistics(ticket, at?.version));
      const selected = shown.view.selection?.map(({ path }) => path.join('.'));
      const file: TileFile = {
        format,
        path: target.path,
        range,
        facts: { ...facts, fields: shownFields(fields, selected), generator: `Meridian ${VERSION}` },
      };
      const tileQuery = (z: number, x: number, y: number): TileQuery =>
        vectorTileQuery({ service }, space, readTileNumbers('web', z, x, y), asked, 'mvt', at);
      await writeOnThread(
        file,
        target,
        async ({ z, x, y }) => (await space.tile(tileQuery(z, x, y), ticket)).bytes,
      );
      target.told(features);
    },
  };
}

async function writeOnThread(
  workerData: TileFile,
  { signal, room }: ExportTarget,
  read: (tile: { z: number; x: number; y: number }) => Promise<Uint8Array>,
): Promise<void> {
  const worker = new Worker(new URL('./tile-file.thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const say = (message: ToTileThread) => worker.postMessage(message);
  let bytes = 0;
  let reserved = 0;
  let isDone = false;
  const failed = Promise.withResolvers<never>();
  const stop = () => failed.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const step = async (heard: FromTileThread): Promise<void> => {
    if ('done' in heard) isDone = true;
    else if ('tile' in heard) say({ number: heard.number, bytes: await read(heard.tile) });
    else {
      bytes += heard.bytes;
      if (bytes <= reserved) return;
      reserved = bytes + STEP_BYTES;
      await room(bytes, STEP_BYTES);
    }
  };
  worker.on('message', (heard: FromTileThread) => void step(heard).catch(failed.reject));
  worker.once('error', failed.reject);
  const ended = once(worker, 'exit');
  try {
    signal.throwIfAborted();
    await Promise.race([ended, failed.promise]);
    if (!isDone)
      throw new Error(`the thread that writes ${workerData.format} ended before the file was complete`);
  } finally {
    signal.removeEventListener('abort', stop);
    if (!isDone) say({ stop: true });
    await ended;
  }
}
