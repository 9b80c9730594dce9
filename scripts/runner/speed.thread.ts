import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { fixedWorkMs } from './fixed-work.ts';
import { SAMPLE_EVERY_MS, type SpeedSample } from './speed.ts';

/** Measures again and again, at moments that follow from nothing that the tests do. */
for (;;) {
  const sample: SpeedSample = { at: Date.now(), workMs: fixedWorkMs() };
  parentPort!.postMessage(sample);
  await pause(SAMPLE_EVERY_MS);
}
