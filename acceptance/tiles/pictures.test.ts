import { describe, test } from 'node:test';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { assertAlike } from './pictures/assert-alike.ts';
import { DATA_SETS } from './pictures/data-sets.ts';
import { loadDataSet, openPage, ZOOMS } from './pictures/draw.ts';

const browser = await startBrowser();

/** The whole of it is `npm run tile-pictures -- --check`. */
describe(`tiles that MapLibre draws (seed ${seed})`, { ...('skip' in browser && browser) }, () => {
  const counties = DATA_SETS.find(({ id }) => id === 'counties')!;

  test('look as they were found good', async () => {
    if ('skip' in browser) return;
    const hub = await startHub();
    await loadDataSet(hub, counties);
    const page = await openPage(browser, hub);
    await assertAlike(page, hub, counties, new Random(seed).some(ZOOMS, 4));
  });
});
