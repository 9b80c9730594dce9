import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Loss } from '@meridian/formats';
import {
  damagedText,
  type FeatureStream,
  invalid,
  type Load,
  type QueueTicket,
  type StreamEnd,
} from '@meridian/hub';
import { ConversionThreads, GONE } from './conversion-threads.ts';
import type { Conversion, FromThread, ToThread } from './convert.thread.ts';

/** A thread that has not ended so long after its export is over is killed. */
const STOP_MS = 10_000;

const threads = new ConversionThreads();

/**
 * The same features as a file in another format. Goes as fast as the consumer of the chunks, and ends with them: memory
 * follows a chunk, not the file. Each chunk is made in a turn of its own, so that a receiver that takes nothing holds up
 * nobody: it has a thread that sleeps, until somebody else needs its slot. `lost` is told at the end what a format of features
 * had no room for.
 */
export async function* converted(
  features: FeatureStream,
  conversion: Conversion,
  { exports, openExports }: Load,
  ticket: QueueTicket,
  lost: (losses: Loss[]) => void = () => {},
): FeatureStream {
  try {
    const slot = await openExports.take(ticket.accountKey);
    let worker: Worker | undefined;
    let chunks: FeatureStream | undefined;
    const next = () => {
      chunks ??= converting(features, conversion, worker!, () => slot.release(), lost);
      return chunks.next();
    };
    const end = () => chunks?.return(undefined as never);
    try {
      // Not in a turn of its own: files that are nearly complete have theirs, and leave their threads.
      worker = await threads.take();
      // So few are open that each may wait as long as it takes.
      for (;;) {
        slot.busy();
        const { value, done } = await exports.runOn(ticket, 1, next);
        if (done) return value;
        slot.idle(performance.now(), () => void end());
        threads.setResting(worker, true);
        yield value;
        threads.setResting(worker, false);
      }
    } finally {
      if (chunks) await end();
      else {
        if (worker) threads.keep(worker);
        slot.release();
      }
    }
  } finally {
    await features.return(undefined as never);
  }
}

/** `ended` is called when its thread has nothing to do with it any more. */
async function* converting(
  features: FeatureStream,
  conversion: Conversion,
  worker: Worker,
  ended: () => void,
  lost: (losses: Loss[]) => void,
): FeatureStream {
  const say = (message: ToThread) => worker.postMessage(message);
  let end: StreamEnd = { more: false, last: 0 };
  let isOver = false;
  try {
    if (worker.threadId === GONE) throw endedEarly(conversion);
    const heardMessages = on(worker, 'message', { close: ['exit'] });
    say({ conversion });
    for await (const messages of heardMessages) {
      const heard: FromThread = messages[0];
      isOver = !('chunk' in heard || 'want' in heard);
      if ('done' in heard) {
        lost(heard.losses);
        return end;
      }
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
    throw endedEarly(conversion);
  } finally {
    if (isOver) {
      threads.keep(worker);
      ended();
    } else stop(worker, ended);
  }
}

function endedEarly({ format }: Conversion): Error {
  return new Error(`the thread that writes ${format} ended before the file was complete`);
}

/** It clears away its temporary files before it ends, which killing it would prevent. */
function stop(worker: Worker, ended: () => void): void {
  if (worker.threadId === GONE) return ended();
  const late = setTimeout(() => void worker.terminate(), STOP_MS);
  worker.once('exit', () => {
    clearTimeout(late);
    ended();
  });
  worker.postMessage({ stop: true } satisfies ToThread);
}
