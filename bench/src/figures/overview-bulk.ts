import { spaceFile } from '../data/filling.ts';
import type { Measured } from '../figure.ts';
import { buildDensityIndex } from '../hub/derived-views.ts';
import { bulkPuts } from './bulk-puts.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

/** As many features as make an overview worth it. */
const FILLED = 25_000;
/** Up to so many a hub makes none by itself. */
const MOST_WITHOUT = 15_000;

/** What a bulk load costs in a space that has an overview, beside spaces that are too small for one. */
export const overviewBulk = onHub(async (setting) => [
  { name: 'overview, bulk-put with it', unit: 'µs', rounds: await loadCosts(setting) },
]);

/** Processor time of a feature in a bulk load, in microseconds, with and without an overview to keep; the first round warms up. */
async function loadCosts({ hub, client, prepared, effort }: Setting): Promise<Measured[]> {
  const put = bulkPuts({ client, hub });
  const count = Math.min(MOST_WITHOUT, effort.bulkFeatures);
  const costs: Measured[] = [];
  for (let round = 0; round <= effort.rounds; round++) {
    const [kept, plain] = [`bench-overview-${round}`, `bench-no-overview-${round}`];
    await withScratchSpaces(client, [kept, plain], async () => {
      await put(kept, 0, FILLED);
      await buildDensityIndex(client, { file: spaceFile(prepared, kept), space: kept, features: FILLED });
      const floor = await put(plain, 0, count);
      costs.push({ floor, ours: await put(kept, FILLED, count) });
    });
  }
  return costs.slice(1);
}
