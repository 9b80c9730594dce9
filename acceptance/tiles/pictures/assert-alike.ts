import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Hub } from '../../harness/hub.ts';
import type { DataSet } from './data-sets.ts';
import { differences, drawSheet, referenceFile, ZOOMS } from './draw.ts';

/**
 * Of the mean colours of small squares, 1 for black in place of white. Another version of Chromium draws edges a little
 * differently; from zoom 2 on, a map without a tenth of its features is beyond it.
 */
const MAX_DIFFERENCE = 0.004;

/** That the maps of these zooms look like those that are kept. */
export async function assertAlike(page: Page, hub: Hub, dataSet: DataSet, zooms = ZOOMS): Promise<void> {
  const kept = readFileSync(referenceFile(dataSet)).toString('base64');
  const drawn = await drawSheet(page, hub, dataSet, zooms, kept);
  const found = await differences(page, drawn, kept, zooms);
  const other = [...found].filter(([, difference]) => difference > MAX_DIFFERENCE);
  assert.deepEqual(other, [], `zooms of ${dataSet.id} that look different: npm run tile-pictures draws them`);
}
