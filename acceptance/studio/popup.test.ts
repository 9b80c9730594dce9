// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD, signIn } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

/** One pixel. */
const PHOTO = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
await hub.post('/hub/spaces', { id: 'wells', title: 'Wells', versionsToKeep: 10 });
await hub.put('/hub/spaces/wells/features', {
  type: 'FeatureCollection',
  features: [
    feature('w1', {
      name: 'Well one',
      code: 'W-001',
      depth: 12,
      note: '<b>deep</b>',
      page: 'https://example.org/wells/1',
      script: 'javascript:alert(1)',
      view: PHOTO,
      visit: 'https://example.org/well.jpg',
    }),
  ],
});

await hub.post('/hub/spaces', { id: 'fields', title: 'Fields' });
const FIELD = [
  [13.4, 52.5],
  [13.401, 52.5],
  [13.401, 52.501],
  [13.4, 52.5],
];
await hub.put('/hub/spaces/fields/features', {
  type: 'FeatureCollection',
  features: [feature('f1', { name: 'Field one' }, { geometry: { type: 'Polygon', coordinates: [FIELD] } })],
});

const card = (page: Page) => page.getByRole('complementary', { name: 'Feature', exact: true });
const rows = (page: Page) => card(page).locator('dt').allInnerTexts();
const AT_WELL = '#/map?add=wells&feature=wells/w1';

describe('what features say of themselves', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub);
  });

  test('features are called by the property that is chosen for their space', async () => {
    const { page } = me;
    const name = async (wanted: string) => {
      await page.goto(`${hub.url}/#/spaces`);
      await page.getByLabel('Actions for Wells').click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit space' });
      const field = dialog.getByLabel('Name features by');
      await field.getByText('Automatic: name').waitFor({ state: 'attached' });
      await field.selectOption(wanted);
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.goto(`${hub.url}/${AT_WELL}`);
    };
    await name('code');
    await card(page).getByRole('heading', { name: 'W-001' }).waitFor();
    await page.goto(`${hub.url}/#/history/wells`);
    await page.locator('main').getByText('W-001').first().waitFor();
    await name('');
    await card(page).getByRole('heading', { name: 'Well one' }).waitFor();
    const { body } = await hub.get<{ client: unknown }>('/hub/spaces/wells');
    assert.deepEqual(body.client, { studio: {} });
  });

  test('a popup shows what its designer chose: text, properties, their labels and order', async () => {
    const { page } = me;
    await card(page).getByText('depth').waitFor();
    await page.getByRole('button', { name: /^Style of/ }).click();
    await page.getByText('Popup', { exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill('{name} is {depth} m deep.\n{note}{none}');
    await card(page).getByText('Well one is 12 m deep.').waitFor();
    await card(page).getByText('<b>deep</b>').waitFor();
    await page.getByLabel('Properties shown').selectOption('chosen');
    for (const name of ['name', 'note', 'depth'])
      await page.getByRole('button', { name: `Leave out ${name}` }).click();
    await page.getByLabel('Label of page').fill('More');
    await page.getByRole('button', { name: 'Move page up' }).click();
    assert.deepEqual(await rows(page), ['More', 'code']);
    await page.getByLabel('Property to show').selectOption('script');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    assert.deepEqual(await rows(page), ['More', 'code', 'script']);
    // Only what is the address of a page is a link.
    const link = card(page).getByRole('link');
    assert.equal(await link.getAttribute('href'), 'https://example.org/wells/1');
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
    await assertAccessible(page);
    await card(page).getByRole('button', { name: 'Show all properties' }).click();
    assert.ok((await rows(page)).includes('depth'));
    // Pictures are shown that need not be loaded from elsewhere; others are links.
    assert.equal(await card(page).locator('img').getAttribute('src'), PHOTO);
    assert.ok(await card(page).getByRole('link', { name: 'https://example.org/well.jpg' }).isVisible());
    await card(page).getByRole('button', { name: 'Show the popup' }).click();
  });

  test('it is stored with the space, and taken away again', async () => {
    const { page } = me;
    const stored = async () =>
      (await hub.get<{ client: { studio: { style?: { popup?: unknown } } } }>('/hub/spaces/wells')).body
        .client.studio.style?.popup;
    const keep = async () => {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save as the style of the space' }).click();
      await answered;
    };
    await page.getByLabel('Below the pointer').selectOption('title');
    await keep();
    assert.deepEqual(await stored(), {
      text: '{name} is {depth} m deep.\n{note}{none}',
      fields: [{ property: 'page', label: 'More' }, { property: 'code' }, { property: 'script' }],
      hover: 'title',
    });
    await page.getByLabel('Below the pointer').selectOption('card');
    await page.getByLabel('Properties shown').selectOption('all');
    await keep();
    assert.deepEqual(await stored(), { text: '{name} is {depth} m deep.\n{note}{none}' });
  });

  test('visitors of a published map see it, and nothing else', async () => {
    const layer = {
      space: 'wells',
      style: { popup: { text: 'Depth: {depth}', fields: [{ property: 'code' }] } },
    };
    const position = { center: [13.4, 52.5], zoom: 10 };
    const project = {
      id: 'wells',
      title: 'Wells',
      status: 'PUBLISHED',
      layers: [layer],
      map_settings: position,
    };
    await hub.post('/project-api/projects', project);
    const admin = await signIn(hub);
    const { token } = await admin.newToken({
      project: 'wells',
      urm: { 'xyz-hub': { readFeatures: [{ space: 'wells' }] } },
    });
    const { page, complaints } = await newVisitor(browser as Browser, hub);
    await page.goto(`${hub.url}/maps/${token}#?feature=wells/w1`);
    await card(page).getByText('Depth: 12').waitFor();
    assert.deepEqual(await rows(page), ['code']);
    assert.equal(await card(page).getByRole('button', { name: 'Show all properties' }).count(), 0);
    await assertRendered(page, 'wells', ['w1']);
    await assertAccessible(page);
    // The space alone, in a frame of another page, has its own: it is drawn once a click finds it in the middle.
    await page.goto(`${hub.url}/embed#space=wells&token=${token}`);
    const popup = page.locator('.maplibregl-popup-content > div');
    for (const until = Date.now() + 60_000; (await popup.count()) === 0 && Date.now() < until; ) {
      await page.mouse.click(640, 400);
      await page.waitForTimeout(200);
    }
    assert.deepEqual((await popup.first().innerText()).split(/\n+/), [
      'Well one',
      'Well one is 12 m deep.',
      '<b>deep</b>',
    ]);
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitUntil(page, `map.getPaintProperty('water', 'background-color') === '#10171b'`);
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  test('a link to a feature leads there from an open map that does not have its space, and from afar it has a ring', async () => {
    const { page } = me;
    const ring = `meridianMap.getLayer('chosen ring') &&
      meridianMap.queryRenderedFeatures({ layers: ['chosen ring'] }).length`;
    await page.evaluate(`location.hash = '#/map?at=6/52.5/13.4&feature=fields/f1'`);
    await card(page).getByRole('heading', { name: 'Field one' }).waitFor();
    await page.getByRole('button', { name: 'Style of Fields' }).waitFor();
    await waitUntil(page, `meridianMap.getZoom() === 6 && ${ring} === 1`);
    await page.evaluate(`location.hash = '#/map?at=16/52.5/13.4&feature=fields/f1'`);
    await waitUntil(page, `meridianMap.getZoom() === 16 && meridianMap.loaded() && ${ring} === 0`);
    await card(page).getByRole('button', { name: 'Close' }).click();
    await waitUntil(page, `!meridianMap.getLayer('chosen ring')`);
    assert.ok(page.url().endsWith('#/map?at=16/52.5/13.4'));
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
