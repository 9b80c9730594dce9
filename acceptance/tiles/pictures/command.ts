import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { startBrowser } from '../../harness/browser.ts';
import { startHub } from '../../harness/hub.ts';
import { assertAlike } from './assert-alike.ts';
import { DATA_SETS } from './data-sets.ts';
import { drawSheet, FOLDER, loadDataSet, openPage, referenceFile } from './draw.ts';

/**
 * `npm run tile-pictures`: what the tiles of `mode=auto` look like, to be looked at and kept. With `--check`, whether they still
 * look like what is kept.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const browser = await startBrowser();
if ('skip' in browser) throw new Error(String(browser.skip));
const hub = await startHub();
mkdirSync(FOLDER, { recursive: true });
for (const dataSet of DATA_SETS)
  test(dataSet.title, async () => {
    await loadDataSet(hub, dataSet);
    const page = await openPage(browser, hub);
    if (values.check) await assertAlike(page, hub, dataSet);
    else writeFileSync(referenceFile(dataSet), Buffer.from(await drawSheet(page, hub, dataSet), 'base64'));
    await page.close();
  });
