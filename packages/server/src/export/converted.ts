import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WriteFormatId } from '@meridian/formats';
import { Fault, type FeatureStream, invalid, type StreamEnd } from '@meridian/hub';
import type { Conversion, FromThread, ToThread } from './convert.thread.ts';

/** Each has a thread of its own. */
const MOST_AT_A_TIME = 2;
const TRY_AGAIN_SECONDS = 10;
const MOST_HEAP_MB = 512;
/** A thread that has not ended so long after its export is over is killed. */
const STOP_MS = 10_000;

let underWay = 0;

/**
 * The same features as a file in another format. Goes as fast as whoever takes the chunks, and ends with them: memory
 * follows a chunk, not the file.
 */
export async function* converted(
  features: FeatureStream,
  format: WriteFormatId,
  name: string,
): FeatureStream {
  if (underWay >= MOST_AT_A_TIME) {
    await features.return(undefined as never);
    throw new Fault(
      'unavailable',
      `${MOST_AT_A_TIME} exports to other formats than geojson are under way`,
      TRY_AGAIN_SECONDS,
    );
  }
  underWay++;
  const workerData: Conversion = { format, name };
  const worker = new Worker(new URL('./convert.thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const say = (message: ToThread) => worker.postMessage(message);
  let end: StreamEnd = { more: false, last: 0 };
  let isOver = false;
  try {
    for await (const [heard] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromThread]>) {
      isOver = 'done' in heard || 'refused' in heard;
      if ('done' in heard) return end;
      if ('refused' in heard) throw invalid(`format: ${heard.refused}`);
      if ('chunk' in heard) {
        yield heard.chunk;
        say({ taken: true });
        continue;
      }
      const { value, done } = await features.next();
      if (done) end = value;
      say(done ? { end: true } : { piece: value });
    }
    throw new Error(`the thread that writes ${format} ended before the file was complete`);
  } finally {
    // It clears away its temporary files when it ends, which killing it would prevent. What it fails at now is nobody's.
    worker.on('error', () => undefined);
    if (!isOver) say({ stop: true });
    const late = setTimeout(() => void worker.terminate(), STOP_MS);
    void gone.then(() => {
      clearTimeout(late);
      underWay--;
    });
    await features.return(undefined as never);
  }
}
