import { spaceFile } from '../data/filling.ts';
import type { Measured } from '../figure.ts';
import { buildDensityIndex } from '../hub/derived-views.ts';
import { bulkPuts } from './bulk-puts.ts';
import { withScratchSpaces } from './scratch-space.ts';
import { onHub, type Setting } from './setting.ts';

/** As many features as make an overview worth it. */
const FILLED = 25_000;

/** What a bulk load costs in a space that has an overview, beside one that has none. */
export const overviewBulk = onHub(async (setting) => [
  { name: 'overview, bulk-put with it', unit: 'µs', rounds: [await loadCost(setting)] },
]);

/** Processor time of a feature in a bulk load, in microseconds, with and without an overview to keep. */
async function loadCost({ hub, client, prepared, effort }: Setting): Promise<Measured> {
  const [kept, plain] = ['bench-overview', 'bench-no-overview'];
  return withScratchSpaces(client, [kept, plain], async () => {
    const put = bulkPuts({ client, hub });
    for (const space of [kept, plain]) await put(space, 0, FILLED);
    await buildDensityIndex(client, { file: spaceFile(prepared, kept), space: kept, features: FILLED });
    return {
      floor: await put(plain, FILLED, effort.bulkFeatures),
      ours: await put(kept, FILLED, effort.bulkFeatures),
    };
  });
}
