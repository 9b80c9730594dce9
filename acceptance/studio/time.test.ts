// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD, signIn } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
await hub.post('/hub/spaces', { id: 'events', title: 'Events' });
/** A day and a moment in one property go together. */
const TIMES = ['2020-01-01', '2021-01-01', '2022-01-01T00:00:00Z', '2024-01-01'];
await hub.put('/hub/spaces/events/features', {
  type: 'FeatureCollection',
  features: TIMES.map((when, n) => ({
    type: 'Feature',
    id: `e${n}`,
    geometry: { type: 'Point', coordinates: [10 + n / 10, 10] },
    properties: {
      name: `Event ${n}`,
      when,
      year: Number(when.slice(0, 4)),
      state: n === 0 ? 'open' : 'done',
    },
  })),
});

const bar = (page: Page) => page.getByRole('region', { name: 'Time' });

describe('the time slider', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: '#/map?add=events' });
  });

  test('a property with times, as texts, gives the map a slider from the earliest to the latest', async () => {
    const { page } = me;
    await assertRendered(page, 'events', ['e0', 'e1', 'e2', 'e3']);
    await page.getByRole('button', { name: /^Style of/ }).click();
    const field = page.getByLabel('Time slider by');
    await field.locator('option', { hasText: 'when' }).waitFor({ state: 'attached' });
    assert.deepEqual(await field.locator('option').allInnerTexts(), ['None', 'when', 'year']);
    await field.selectOption('when');
    await bar(page).getByText('Jan 1, 2020 – Jan 1, 2024').waitFor();
    await assertAccessible(page);
  });

  test('the map shows what is within, by pointer and by keyboard', async () => {
    const { page } = me;
    await bar(page).getByLabel('Shown from').fill('100');
    await assertRendered(page, 'events', ['e2', 'e3']);
    await bar(page).getByLabel('Shown until').fill('150');
    await assertRendered(page, 'events', ['e2']);
    await bar(page).getByLabel('Shown from').press('Home');
    await assertRendered(page, 'events', ['e0', 'e1', 'e2']);
    await bar(page).getByRole('button', { name: 'Show all times' }).press('Enter');
    await assertRendered(page, 'events', ['e0', 'e1', 'e2', 'e3']);
  });

  test('the statistics of the view are those of what is shown', async () => {
    const { page } = me;
    await page.evaluate('globalThis.seen = [meridianMap.getCenter(), meridianMap.getZoom()]');
    await page.keyboard.press('i');
    const panel = page.getByRole('region', { name: 'Statistics of the view' });
    await panel.getByText('4 features in view').waitFor();
    // Nothing lies on the attribution, the scale and the zoom buttons.
    const covered = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.maplibregl-ctrl-bottom-right > *')]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !control.contains(above);
      })
      .map(({ className }) => className)`);
    assert.deepEqual(covered, []);
    assert.equal(await panel.getByLabel('Property').inputValue(), 'year');
    const figures = () => panel.locator('dd').allInnerTexts();
    assert.deepEqual(await figures(), ['8,087', '2,021.8', '2,020', '2,024']);
    await bar(page).getByLabel('Shown from').fill('100');
    await panel.getByText('2 features in view').waitFor();
    assert.deepEqual(await figures(), ['4,046', '2,023', '2,022', '2,024']);
    await page.evaluate('meridianMap.jumpTo({ center: [10.3, 10], zoom: 13 })');
    await panel.getByText('1 feature in view').waitFor();
    await assertAccessible(page);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.evaluate('meridianMap.jumpTo({ center: seen[0], zoom: seen[1] })');
    await bar(page).getByRole('button', { name: 'Show all times' }).click();
    await assertRendered(page, 'events', ['e0', 'e1', 'e2', 'e3']);
  });

  test('it plays until it is paused, from the start again after the end', async () => {
    const { page } = me;
    const text = bar(page).locator('p');
    await bar(page).getByLabel('Shown from').fill('180');
    await bar(page).getByLabel('Speed').selectOption('0.5');
    await bar(page).getByRole('button', { name: 'Play' }).click();
    await text.filter({ hasText: /^Jan 1, 2020 – / }).waitFor();
    await text.filter({ hasNotText: /^Jan 1, 2020 – / }).waitFor();
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await bar(page).getByLabel('Shown from').press('Home');
    await text.filter({ hasText: /^Jan 1, 2020 – / }).waitFor();
  });

  test('numbers that are years are shown as such', async () => {
    const { page } = me;
    await page.getByLabel('Time slider by').selectOption('year');
    await bar(page).getByText('2020 – 2024').waitFor();
    await bar(page).getByLabel('Shown from').fill('50');
    await bar(page).getByLabel('Shown until').fill('100');
    await bar(page).getByText('2021 – 2022').waitFor();
    await assertRendered(page, 'events', ['e1']);
    await page.getByLabel('Time slider by').selectOption('');
    await bar(page).waitFor({ state: 'detached' });
    await assertRendered(page, 'events', ['e0', 'e1', 'e2', 'e3']);
    assert.deepEqual(me.complaints, []);
  });

  test('clusters and hexagons follow it, counted by the hub', async () => {
    const { page } = me;
    const total = (layer: string, property: string) =>
      `globalThis.meridianMap?.getLayer('space events ${layer}') && meridianMap.loaded() && Object.values(Object.fromEntries(meridianMap.queryRenderedFeatures({ layers: ['space events ${layer}'] }).map(({ geometry, properties }) => [JSON.stringify(geometry.coordinates), Number(properties.${property})]))).reduce((sum, count) => sum + count, 0)`;
    await page.getByLabel('Show as').selectOption('clusters');
    await page.getByLabel('Time slider by').selectOption('when');
    await bar(page).getByText('Jan 1, 2020 – Jan 1, 2024').waitFor();
    await waitUntil(page, `${total('cluster', 'point_count')} === 4`);
    await page.evaluate(`globalThis.shownSource = meridianMap.getSource('space events')`);
    await bar(page).getByLabel('Shown from').fill('50');
    await waitUntil(page, `${total('cluster', 'point_count')} === 3`);
    // The same source goes on: a new one would have been empty for a moment.
    assert.ok(await page.evaluate(`meridianMap.getSource('space events') === globalThis.shownSource`));
    await page.getByLabel('Show as').selectOption('hexbin');
    await waitUntil(page, `${total('cells', 'qty')} === 3`);
    await bar(page).getByLabel('Shown until').fill('100');
    await waitUntil(page, `${total('cells', 'qty')} === 1`);
    await bar(page).getByRole('button', { name: 'Show all times' }).click();
    await waitUntil(page, `${total('cells', 'qty')} === 4`);
    assert.deepEqual(me.complaints, []);
  });

  test('a published map has it, too', async () => {
    const time = { property: 'year', unit: 'year', low: 1577847600000, high: 1704075408000 };
    await hub.post('/project-api/projects', {
      id: 'events',
      title: 'Events',
      status: 'PUBLISHED',
      layers: [{ space: 'events', style: { time } }],
      map_settings: { center: [10.2, 10], zoom: 8 },
    });
    const admin = await signIn(hub);
    const urm = { 'xyz-hub': { readFeatures: [{ space: 'events' }] } };
    const { token } = await admin.newToken({ project: 'events', urm });
    const { page, complaints } = await newVisitor(browser as Browser, hub, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${hub.url}/maps/${token}`);
    await bar(page).getByText('2020 – 2024').waitFor();
    await bar(page).getByLabel('Shown until').fill('100');
    await assertRendered(page, 'events', ['e0', 'e1']);
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
