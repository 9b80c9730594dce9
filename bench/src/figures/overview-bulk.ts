import { collectionText } from '../data/feature.ts';
import { spaceFile } from '../data/filling.ts';
import type { Measured } from '../figure.ts';
import { buildDensityIndex } from '../hub/derived-views.ts';
import { processorTime } from '../hub/processor-time.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

/** As many features as make an overview worth it. */
const FILLED = 25_000;
const BATCH = 1000;

/** What a bulk load costs in a space that has an overview, beside one that has none. */
export const overviewBulk = onHub(async (setting) => [
  { name: 'overview, bulk-put with it', unit: 'µs', rounds: [await loadCost(setting)] },
]);

/** Processor time of a feature in a bulk load, in microseconds, with and without an overview to keep. */
async function loadCost({ hub, client, prepared, effort }: Setting): Promise<Measured> {
  const [kept, plain] = ['bench-overview', 'bench-no-overview'];
  return withScratchSpaces(client, [kept, plain], async () => {
    const put = async (space: string, from: number, count: number) => {
      const before = processorTime(hub.pid);
      for (let at = from; at < from + count; at += BATCH)
        await client.send('PUT', `/hub/spaces/${space}/features`, {
          body: collectionText(at, BATCH),
          headers: { Accept: 'application/x-empty' },
        });
      return ((processorTime(hub.pid) - before) * 1e6) / count;
    };
    for (const space of [kept, plain]) await put(space, 0, FILLED);
    await buildDensityIndex(client, { file: spaceFile(prepared, kept), space: kept, features: FILLED });
    return {
      floor: await put(plain, FILLED, effort.bulkFeatures),
      ours: await put(kept, FILLED, effort.bulkFeatures),
    };
  });
}
