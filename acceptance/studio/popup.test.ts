// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertAccessible, assertRendered, newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

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
    }),
  ],
});

const card = (page: Page) => page.getByRole('complementary', { name: 'Feature', exact: true });
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

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
