import { collectionText } from '../data/feature.ts';
import { processorTime } from '../hub/processor-time.ts';
import type { Setting } from './setting.ts';

/** Features of one request. */
export const BATCH = 1000;

/** What writes features in bulk, and gives the processor time of the hub for each, in microseconds. */
export function bulkPuts({ client, hub }: Pick<Setting, 'client' | 'hub'>) {
  return async (space: string, from: number, count: number): Promise<number> => {
    const before = processorTime(hub.pid);
    for (let at = from; at < from + count; at += BATCH)
      await client.send('PUT', `/hub/spaces/${space}/features`, {
        body: collectionText(at, BATCH),
        headers: { Accept: 'application/x-empty' },
      });
    return ((processorTime(hub.pid) - before) * 1e6) / count;
  };
}
