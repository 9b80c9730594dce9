import { until } from '../harness/departed.ts';
import type { Hub } from '../harness/hub.ts';
import { readMetrics } from '../harness/metrics.ts';

/** What requests hold while they are answered, and give back whatever becomes of them. */
const SLOTS = [
  'meridian_reads_running',
  'meridian_reads_waiting',
  'meridian_writes_running',
  'meridian_writes_waiting',
  'meridian_processing_running',
  'meridian_processing_waiting',
  'meridian_exports_running',
  'meridian_open_exports',
  'meridian_open_answers',
  'meridian_body_memory_bytes',
];

/** Waits until nothing is held any more; fails where something never comes back. */
export async function assertSlotsReturned(hub: Hub): Promise<void> {
  let held: string[] = [];
  await until('every slot is given back', async () => {
    const metrics = await readMetrics(hub);
    held = SLOTS.filter((name) => metrics.get(name) !== 0);
    return held.length === 0;
  }).catch((error: unknown) => {
    throw new Error(`never given back: ${held.join(', ')}`, { cause: error });
  });
}
