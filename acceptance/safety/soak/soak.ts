import { setTimeout as pause } from 'node:timers/promises';
import type { Hub } from '../../harness/hub.ts';
import { assertSlotsReturned } from '../slots.ts';
import { prepareSpaces, runLoad } from './load.ts';
import { type Sample, Sampler } from './samples.ts';

export type SoakReport = { samples: Sample[]; failures: Record<string, number>; calls: number };

/** Mixed load for so long, with a sample at each interval; afterwards everything that requests held is given back. */
export async function soak(
  hub: Hub,
  seed: number,
  { seconds, sampleSeconds, perSecond }: { seconds: number; sampleSeconds: number; perSecond?: number },
  log: (sample: Sample) => void = () => undefined,
): Promise<SoakReport> {
  const spaces = await prepareSpaces(hub, seed);
  const sampler = new Sampler(hub);
  const samples: Sample[] = [];
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  const load = runLoad(
    hub,
    spaces,
    { seed, ...(perSecond !== undefined && { perSecond }) },
    () => performance.now() > end,
    (outcome) => {
      calls++;
      sampler.hear(outcome);
    },
  );
  const sampling = (async () => {
    while (performance.now() < end) {
      await pause(Math.min(sampleSeconds * 1000, Math.max(0, end - performance.now())));
      const sample = sampler.take();
      samples.push(sample);
      log(sample);
    }
  })();
  await Promise.all([load, sampling]);
  await assertSlotsReturned(hub);
  return { samples, failures: sampler.failures, calls };
}
