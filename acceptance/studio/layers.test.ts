// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertAccessible, newVisitor, signInWithBrowser, type Visitor, waitUntil } from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const NAMES = ['lakes', 'roads', 'towns'];
for (const id of NAMES) {
  await hub.post('/hub/spaces', { id, title: id });
  await hub.put(`/hub/spaces/${id}/features`, { type: 'FeatureCollection', features: [feature('a', {})] });
}
const layers = NAMES.map((space) => ({ space }));
await hub.post('/project-api/projects', { id: 'country', title: 'Country', layers });

describe('layers of a map', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: '#/map/country' });
  });

  const title = (space: string) => me.page.getByRole('button', { name: new RegExp(`^${space}`) });
  /** Waits until the panel and the map have the layers in this order, the first on top. */
  async function assertOrder(...spaces: string[]): Promise<void> {
    const { page } = me;
    const drawn = spaces.map((space) => `space ${space} point`).reverse();
    await waitUntil(
      page,
      `JSON.stringify(globalThis.meridianMap?.getLayersOrder().filter((id) => / point$/.test(id))) === ${JSON.stringify(JSON.stringify(drawn))}`,
    );
    const shown = await page.locator('.layer .layer-title').allInnerTexts();
    assert.deepEqual(
      shown.map((text) => text.split('\n')[0]),
      spaces,
    );
  }

  test('are dragged to another place', async () => {
    await assertOrder('lakes', 'roads', 'towns');
    await title('towns').dragTo(title('lakes'));
    await assertOrder('towns', 'lakes', 'roads');
    await me.page.keyboard.press('Control+z');
    await assertOrder('lakes', 'roads', 'towns');
  });

  test('are grouped by a name, and hidden and folded together', async () => {
    const { page } = me;
    const group = async (space: string, name: string) => {
      await title(space).click();
      await page.getByRole('button', { name: `Style of ${space}` }).click();
      await page.getByLabel('Group', { exact: true }).fill(name);
      await page.getByLabel('Group', { exact: true }).press('Enter');
    };
    await group('lakes', 'Nature');
    await group('towns', 'Nature');
    await assertOrder('lakes', 'towns', 'roads');
    const box = page.locator('.layer-group');
    assert.equal(await box.locator('.layer').count(), 2);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Hide the group Nature' }).click();
    await waitUntil(
      page,
      `['lakes', 'towns'].every((id) => meridianMap.getLayoutProperty('space ' + id + ' point', 'visibility') === 'none')`,
    );
    await page.getByRole('button', { name: 'Show the group Nature' }).click();
    await page.getByRole('button', { name: /^Nature/ }).click();
    await title('lakes').waitFor({ state: 'hidden' });
    await assertAccessible(page);
    await page.getByRole('button', { name: /^Nature/ }).press('Enter');
    await title('lakes').waitFor();
  });

  test('leave a group by keyboard, and are saved with it', async () => {
    const { page } = me;
    await title('towns').press('Enter');
    await page.getByRole('button', { name: 'Move towns down' }).press('Enter');
    await waitUntil(page, `document.querySelectorAll('.layer-group .layer').length === 1`);
    await assertOrder('lakes', 'towns', 'roads');
    // A map that has a title is saved without a question, and says whether it is.
    const unsaved = page.getByText('Changed, not saved yet');
    await unsaved.waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await unsaved.waitFor({ state: 'detached' });
    const { body } = await hub.get<{ layers: { space: string; group?: string }[] }>(
      '/project-api/projects/country',
    );
    assert.deepEqual(
      body.layers.map((layer) => [layer.space, layer.group]),
      [
        ['lakes', 'Nature'],
        ['towns', undefined],
        ['roads', undefined],
      ],
    );
    assert.deepEqual(me.complaints, []);
  });

  test('of a saved map are there again as they were left, until the changes are discarded', async () => {
    const { page } = me;
    const unsaved = page.getByText('Changed, not saved yet');
    const nav = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
    await page.getByRole('button', { name: 'Hide towns' }).click();
    await unsaved.waitFor();
    await nav('Tokens').click();
    await page.getByRole('button', { name: 'New token' }).waitFor();
    await nav('Map').click();
    await unsaved.waitFor();
    await page.getByRole('button', { name: 'Show towns' }).waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Hide towns' }).waitFor();
    await unsaved.waitFor({ state: 'detached' });
    // What was typed and taken back is no change.
    await title('towns').click();
    await page.getByRole('button', { name: /^Filter towns/ }).click();
    const words = page.getByLabel('Words in any property');
    await words.fill('a');
    await unsaved.waitFor();
    await words.fill('');
    await unsaved.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Filter towns/ }).click();
    await nav('Projects').click();
    await page.getByRole('button', { name: 'New map' }).click();
    await page.getByText('The map is empty').waitFor();
    await page.goto(`${hub.url}/#/map/country`);
    await assertOrder('lakes', 'towns', 'roads');
  });

  test('are not changed by a look at a space alone, which is as it was left, until it is added', async () => {
    const { page } = me;
    const nav = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
    const look = async (space: string) => {
      await nav('Spaces').click();
      await page.getByRole('main').getByRole('link', { name: space, exact: true }).click();
      await assertOrder(space);
    };
    await page.goto(`${hub.url}/#/map?add=roads`);
    await assertOrder('roads');
    await look('towns');
    await page.getByRole('heading', { name: 'towns', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Hide towns' }).click();
    await assertAccessible(page);
    await nav('Map').click();
    await assertOrder('roads');
    await look('towns');
    await page.getByRole('button', { name: 'Show towns' }).click();
    await page.getByRole('button', { name: 'Add to map' }).click();
    await assertOrder('towns', 'roads');
    await page.goto(`${hub.url}/#/map?space=nowhere`);
    await page.getByText('There is no such space').waitFor();
    assert.deepEqual(me.complaints, []);
  });

  test('on both sides of the antimeridian are brought into view the shorter way around', async () => {
    const { page } = me;
    await hub.post('/hub/spaces', { id: 'islands', title: 'islands' });
    const at = (id: string, x: number) =>
      feature(id, {}, { geometry: { type: 'Point', coordinates: [x, -17] } });
    await hub.put('/hub/spaces/islands/features', {
      type: 'FeatureCollection',
      features: [at('west', 178), at('east', -179)],
    });
    // The page has not heard of the space before.
    await page.goto(`${hub.url}/#/map?add=islands`);
    await waitUntil(
      page,
      'globalThis.meridianMap?.getZoom() > 4 && Math.abs(meridianMap.getCenter().lng) > 170',
    );
  });

  test('and the table take turns on a phone, where both have the same place', async () => {
    const { page } = me;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${hub.url}/#/map?add=roads`);
    await page.getByRole('button', { name: 'Table of features in view' }).click();
    await page.getByRole('grid').waitFor();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Style of roads' }).click();
    await page.getByRole('button', { name: 'Table of features in view' }).click();
    await title('roads').waitFor({ state: 'hidden' });
    assert.deepEqual(me.complaints, []);
  });
});
