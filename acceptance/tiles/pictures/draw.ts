import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Hub } from '../../harness/hub.ts';
import type { DataSet } from './data-sets.ts';

export const FOLDER = join(import.meta.dirname, '../../../docs/developing/tile-pictures');
export const ZOOMS = Array.from({ length: 15 }, (_, zoom) => zoom);

const MAPLIBRE = join(dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json')), 'dist');
const BATCH = 10_000;
const TYPES: Record<string, string> = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The maps of a data set at all zooms: base64 of a WebP file. */
export type Sheet = string;

/** The maps of a data set that were looked at and kept. */
export function referenceFile({ id }: DataSet): string {
  return join(FOLDER, `${id}.webp`);
}

/** A space with the features of a data set, once its pyramid is made of all of them. */
export async function loadDataSet(hub: Hub, { id, title, rank, features }: DataSet): Promise<void> {
  await hub.post('/hub/spaces', { id, title, ...(rank && { rank }) });
  const all = features();
  for (let from = 0; from < all.length; from += BATCH)
    await hub.put(`/hub/spaces/${id}/features`, {
      type: 'FeatureCollection',
      features: all.slice(from, from + BATCH),
    });
  for (;;) {
    const { headers } = await hub.get<unknown>(`/hub/spaces/${id}/tile/web/0/0/0.mvt?mode=auto`);
    if (headers['meridian-building'] === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A page with MapLibre and the functions of `page.browser.js`. */
export async function openPage(browser: Browser, hub: Hub): Promise<Page> {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  // Below the hub: a page from elsewhere may not ask a server of this machine.
  const folder = `${hub.url}/pictures/`;
  await page.route(`${folder}**`, (route) => {
    const name = route.request().url().slice(folder.length).replace(/\?.*/, '');
    if (name === '')
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><div id="map"></div><script type="module" src="page.browser.js"></script>',
      });
    return route.fulfill({
      contentType: TYPES[extname(name)] ?? 'application/octet-stream',
      body: readFileSync(join(name === 'page.browser.js' ? import.meta.dirname : MAPLIBRE, name)),
    });
  });
  await page.goto(folder);
  await page.waitForFunction('globalThis.pictures !== undefined');
  return page;
}

/** The sheet of a data set: the maps of these zooms are drawn, the others are those of the sheet that was kept. */
export async function drawSheet(
  page: Page,
  hub: Hub,
  { id, centre }: DataSet,
  zooms: readonly number[] = ZOOMS,
  kept?: Sheet,
): Promise<Sheet> {
  const tileJson = `${hub.url}/hub/spaces/${id}/tile/web.json?access_token=${hub.token}`;
  return page.evaluate(`pictures.draw(${JSON.stringify({ tileJson, centre, zooms, kept })})`);
}

/** How much these maps of two sheets differ, by zoom: 0 for the same, 1 for black instead of white. */
export async function differences(
  page: Page,
  drawn: Sheet,
  kept: Sheet,
  zooms: readonly number[],
): Promise<Map<number, number>> {
  const found: [number, number][] = await page.evaluate(
    `pictures.differences(${[drawn, kept, zooms].map((value) => JSON.stringify(value)).join()})`,
  );
  return new Map(found);
}
