import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature, tagged } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertRendered,
  dropFile,
  newVisitor,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { versionsToKeep: 10 });
await space.load(feature('a', { name: 'A', size: 3 }), tagged('b', 'tall'));
await hub.post('/project-api/projects', { id: 'walk', title: 'A walk', layers: [{ space: space.id }] });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Every screen, with what has to be done to see all of it. */
const SCREENS: [name: string, hash: string, open: (page: Page) => Promise<void>][] = [
  ['spaces', '#/spaces', async (page) => page.locator('.card').waitFor()],
  [
    'a new space',
    '#/spaces',
    async (page) => {
      await button(page, 'New space').click();
      await page.getByRole('dialog').getByText('More settings').click();
      await page.getByLabel('Versions').selectOption('some');
      await page.getByLabel('Content').selectOption('merge');
      await page.getByLabel('Content').selectOption('');
    },
  ],
  [
    'editing a space',
    '#/spaces',
    async (page) => {
      await page.getByLabel(/^Actions for/).click();
      await button(page, 'Edit').click();
      await page.getByRole('checkbox', { name: /size/ }).waitFor();
    },
  ],
  [
    'deleting a space',
    '#/spaces',
    async (page) => {
      await page.getByLabel(/^Actions for/).click();
      await button(page, 'Delete').click();
      await page.getByRole('dialog').waitFor();
      assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled());
    },
  ],
  [
    'exporting a space',
    '#/spaces',
    async (page) => {
      await page.getByLabel(/^Actions for/).click();
      await button(page, 'Export').click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the history of a space',
    `#/history/${space.id}`,
    async (page) => page.getByText('Version 1').first().waitFor(),
  ],
  [
    'the versions of a feature',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await button(page, 'Table of features in view').click();
      await page.getByRole('grid').getByRole('button', { name: 'A', exact: true }).click();
      await button(page, 'History').click();
      await page.getByRole('list', { name: 'Versions' }).waitFor();
    },
  ],
  [
    'the map with style and table',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Style of/).click();
      await page.getByLabel('Opacity').waitFor();
      await button(page, 'Table of features in view').click();
      await page.getByRole('grid').getByRole('button', { name: 'A', exact: true }).click();
      await page.getByRole('complementary', { name: 'Feature' }).waitFor();
    },
  ],
  [
    'the editor',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await button(page, 'Edit features').click();
      await page.getByRole('complementary', { name: 'Editor' }).waitFor();
    },
  ],
  [
    'filters and the base map',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Filter/).click();
      await page.getByRole('checkbox', { name: /^tall/ }).waitFor();
      await page.getByText('Base map').first().click();
      await page.getByLabel('Base map').selectOption('own');
      await page.getByLabel('Style URL').waitFor();
    },
  ],
  [
    'the list of keys',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ],
  [
    'a picture of the map',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await page.keyboard.press('p');
      await page.getByRole('dialog', { name: 'Save as a picture' }).waitFor();
    },
  ],
  [
    'hexagons',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Style of/).click();
      await page.getByLabel('Show as').selectOption('hexbin');
      await page.getByText('Features per hexagon').waitFor();
    },
  ],
  [
    'the command palette',
    '#/spaces',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('a');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'an address that leads nowhere',
    '#/nonsense',
    async (page) => page.getByText('nothing at this address').waitFor(),
  ],
  ['import', '#/import', async (page) => page.getByText('Drop a file here').waitFor()],
  [
    'the preview of a file',
    '#/import',
    async (page) => {
      const features = [feature('x', { name: 'X' }), { type: 'Feature', geometry: { type: 'Nowhere' } }];
      await dropFile(page, '.page', 'x.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
      await page.getByText('1 feature in it').waitFor();
      await page.getByText('1 was refused').waitFor();
    },
  ],
  ['projects', '#/projects', async (page) => page.getByRole('link', { name: 'A walk' }).waitFor()],
  [
    'publishing',
    '#/projects',
    async (page) => {
      await page.getByLabel('Actions for A walk').click();
      await button(page, 'Publish').click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a link, and what strangers see who have it',
    '#/projects',
    async (page) => {
      await page.getByLabel('Actions for A walk').click();
      await button(page, 'Publish').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Publish|New link)$/ })
        .click();
      const link = await page.getByRole('dialog').locator('.link-url').last().innerText();
      await assertAccessible(page);
      await page.goto(link);
      await page.getByRole('heading', { name: 'A walk' }).waitFor();
      await assertRendered(page, space.id, ['a', 'b']);
    },
  ],
  [
    'tokens',
    '#/tokens',
    async (page) => {
      await button(page, 'New token').click();
      await page.getByLabel(/^Rights on/).waitFor();
    },
  ],
  ['the own account', '#/account', async (page) => page.getByLabel('Current password').waitFor()],
  [
    'accounts',
    '#/admin',
    async (page) => {
      await page.locator('.row').first().waitFor();
      await button(page, 'New account').click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['the audit log', '#/admin/audit', async (page) => page.getByRole('table').waitFor()],
  ['the hub at a glance', '#/admin/glance', async (page) => page.getByText('Server errors').waitFor()],
  [
    'the API',
    '#/interface',
    async (page) => {
      await page.getByText('Features in a box').waitFor();
      await button(page, 'QGIS').click();
      await page.getByText('Password: the token').waitFor();
    },
  ],
];

const WIDTHS = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844 } },
];

for (const { name: width, viewport } of WIDTHS)
  describe(width, { skip: 'skip' in browser ? browser.skip : false }, () => {
    let me: Visitor;
    before(async () => {
      me = await newVisitor(browser as Browser, hub, { viewport });
      await me.page.goto(`${hub.url}/sign-in`);
      await assertAccessible(me.page);
      await me.page.goto(`${hub.url}/docs`);
      await me.page.getByRole('searchbox').fill('feature history statistics');
      await me.page.locator('article:not([hidden]) .try > summary').first().click();
      await me.page.getByRole('button', { name: 'Send' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await me.page.emulateMedia({ colorScheme });
        await assertAccessible(me.page);
      }
      await signInWithBrowser(me, hub);
    });

    for (const [name, hash, open] of SCREENS)
      test(`${name} has no obstacle in light and dark, and nothing sticks out`, async () => {
        const { page } = me;
        await page.goto(`${hub.url}/#/spaces`);
        await page.reload();
        await page.locator('.card').first().waitFor();
        await page.goto(`${hub.url}/${hash}`);
        await open(page);
        await assertAccessibleInBoth(page);
      });

    test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
  });

describe('by keyboard', { skip: 'skip' in browser ? browser.skip : false }, () => {
  test('one gets to the content, opens a menu and closes it', async () => {
    const me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub);
    const { page } = me;
    await page.locator('.card').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.getByLabel(/^Actions for/).focus();
    await page.keyboard.press('Enter');
    await button(page, 'Edit').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Edit').waitFor({ state: 'hidden' });
  });
});

describe('tokens', { skip: 'skip' in browser ? browser.skip : false }, () => {
  test('are made with rights per space, shown once, and revoked', async () => {
    const me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: '#/tokens' });
    const { page } = me;
    await button(page, 'New token').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('reads one space');
    await dialog.getByLabel(/^Rights on/).selectOption('read');
    await dialog.getByRole('button', { name: 'New token' }).click();
    const token = await page.getByRole('dialog', { name: 'Token created' }).locator('pre code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal((await hub.get(`${space.path}/search`, { token })).status, 200);
    assert.equal((await hub.put(`${space.features}/c`, feature('c'), { token })).status, 403);
    const row = page.locator('.row', { hasText: 'reads one space' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await hub.get(`${space.path}/search`, { token })).status, 401);
  });
});
