import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  damagedText,
  type FeatureStream,
  invalid,
  type Load,
  type QueueTicket,
  type StreamEnd,
} from '@meridian/hub';
import type { Conversion, FromThread, ToThread } from './convert.thread.ts';

const MAX_HEAP_MB = 512;
/** A thread that has not ended so long after its export is over is killed. */
const STOP_MS = 10_000;

/**
 * The same features as a file in another format. Goes as fast as the consumer of the chunks, and ends with them: memory
 * follows a chunk, not the file. Each chunk is made in a turn of its own, so that a receiver that takes nothing holds up
 * nobody: it has a thread that sleeps, until somebody else needs its slot.
 */
export async function* converted(
  features: FeatureStream,
  conversion: Conversion,
  { exports, openExports }: Load,
  ticket: QueueTicket,
): FeatureStream {
  try {
    const slot = await openExports.take(ticket.accountKey);
    let chunks: FeatureStream | undefined;
    const next = () => {
      chunks ??= converting(features, conversion, () => slot.release());
      return chunks.next();
    };
    const end = () => chunks?.return(undefined as never);
    try {
      // So few are open that each may wait as long as it takes.
      for (;;) {
        slot.busy();
        const { value, done } = await exports.runOn(ticket, 1, next);
        if (done) return value;
        slot.idle(performance.now(), () => void end());
        yield value;
      }
    } finally {
      if (chunks) await end();
      else slot.release();
    }
  } finally {
    await features.return(undefined as never);
  }
}

/** `ended` is called when its thread has gone. */
async function* converting(
  features: FeatureStream,
  workerData: Conversion,
  ended: () => void,
): FeatureStream {
  const worker = new Worker(new URL('./convert.thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const say = (message: ToThread) => worker.postMessage(message);
  let end: StreamEnd = { more: false, last: 0 };
  let isOver = false;
  try {
    for await (const messages of on(worker, 'message', { close: ['exit'] })) {
      const heard: FromThread = messages[0];
      isOver = !('chunk' in heard || 'want' in heard);
      if ('done' in heard) return end;
      if ('refused' in heard) throw invalid(`format: ${heard.refused}`);
      if ('damaged' in heard) throw damagedText(heard.damaged);
      if ('chunk' in heard) {
        yield heard.chunk;
        say({ taken: true });
        continue;
      }
      const { value, done } = await features.next();
      if (done) end = value;
      say(done ? { end: true } : { piece: value });
    }
    throw new Error(`the thread that writes ${workerData.format} ended before the file was complete`);
  } finally {
    // It clears away its temporary files when it ends, which killing it would prevent. What it fails at now is nobody's.
    worker.on('error', () => undefined);
    if (!isOver) say({ stop: true });
    const late = setTimeout(() => void worker.terminate(), STOP_MS);
    void gone.then(() => {
      clearTimeout(late);
      ended();
    });
  }
}
