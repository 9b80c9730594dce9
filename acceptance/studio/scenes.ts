import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { feature } from '../harness/geojson.ts';
import type { Hub } from '../harness/hub.ts';
import type { Space } from '../harness/space.ts';
import { assertRendered, dropFile, screenPoint } from './visitor.ts';

/** Looks at what is open, in every look. A dialog is named by the file of the studio that makes it. */
export type Look = (dialog?: string) => Promise<void>;

/** A screen, and what is done on it to see all of it; it is looked at in the end, too. */
export type Scene = {
  name: string;
  hash: string;
  play: (page: Page, look: Look) => Promise<void>;
  /** Of the last look. */
  dialog?: string;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name });
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** All screens, dialogs and states of the studio, on a hub with one space that has the points a and b, and a project. */
export function scenesOf(hub: Hub, space: Space): Scene[] {
  const map = `#/map?add=${space.id}`;
  const shown = (page: Page) => assertRendered(page, space.id, ['a', 'b']);
  const act = async (page: Page, on: string | RegExp, name: string) => {
    await page.getByLabel(on).click();
    await button(page, name).click();
    await page.getByRole('dialog').waitFor();
  };
  return [
    {
      name: 'spaces, and what is done with one',
      hash: '#/spaces',
      play: async (page, look) => {
        await page.locator('.card').waitFor();
        await look();
        await act(page, /^Actions for/, 'Edit');
        await page.getByRole('checkbox', { name: /size/ }).waitFor();
        await look();
        await closeDialog(page);
        await act(page, /^Actions for/, 'Delete');
        assert.ok(await inDialog(page, 'Delete').isDisabled());
        await look('spaces/delete-space.tsx');
        await closeDialog(page);
        await act(page, /^Actions for/, 'Export');
        await look('import/export.dialog.tsx');
        await closeDialog(page);
        await button(page, 'New space').click();
        await page.getByRole('dialog').getByText('More settings').click();
        await page.getByLabel('Versions').selectOption('some');
        await page.getByLabel('Content').selectOption('merge');
        await page.getByLabel('Content').selectOption('');
      },
      dialog: 'spaces/space-form.tsx',
    },
    {
      name: 'the command palette',
      hash: '#/spaces',
      play: async (page) => {
        await page.locator('.card').waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('a');
        await page.getByRole('option').first().waitFor();
      },
      dialog: 'commands/palette.tsx',
    },
    {
      name: 'the history of a space',
      hash: `#/history/${space.id}`,
      play: (page) => page.getByText('Version 1').first().waitFor(),
    },
    {
      name: 'the map, its layers and their style',
      hash: map,
      play: async (page, look) => {
        await shown(page);
        await button(page, /^Filter/).click();
        await page.getByRole('checkbox', { name: /^tall/ }).waitFor();
        await page.getByLabel('Comparison').selectOption('!=');
        for (const value of ['nobody', 'nothing']) {
          await page.getByLabel('Value').fill(value);
          await page.getByLabel('Value').press('Enter');
          await page.getByLabel('Add to').selectOption('new');
        }
        await page.getByLabel('In group 1').waitFor();
        await page.getByText('Base map').first().click();
        await page.getByLabel('Base map').selectOption('own');
        await page.getByLabel('Style URL').waitFor();
        await look();
        await button(page, 'Clear').click();
        await button(page, /^Style of/).click();
        await page.getByLabel('Show as').selectOption('hexbin');
        await page.getByText('Features per hexagon').waitFor();
        await look();
        await page.getByLabel('Show as').selectOption('features');
        await page.getByText('Popup', { exact: true }).click();
        await page.getByLabel('Properties shown').selectOption('chosen');
      },
    },
    {
      name: 'what is done with a map',
      hash: map,
      play: async (page, look) => {
        await shown(page);
        await button(page, 'Save').click();
        await look('map/project-bar.tsx');
        await closeDialog(page);
        await page.keyboard.press('p');
        await page.getByRole('dialog', { name: 'Save as a picture' }).waitFor();
        await look('picture/picture.dialog.tsx');
        await closeDialog(page);
        await button(page, 'Statistics of the view').click();
        await page.getByText('2 features in view').waitFor();
        await look();
        await button(page, 'Measure length and area').click();
        await page.getByRole('region', { name: 'Measure' }).waitFor();
        await look();
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
      dialog: 'commands/shortcuts.dialog.tsx',
    },
    {
      name: 'the table, and a feature with its versions',
      hash: map,
      play: async (page, look) => {
        await shown(page);
        await button(page, 'Table of features in view').click();
        const grid = page.getByRole('grid');
        await grid.getByRole('button', { name: 'A', exact: true }).click();
        await page.getByRole('complementary', { name: 'Feature' }).getByText('size').waitFor();
        await look();
        await button(page, 'History').click();
        await page.getByRole('list', { name: 'Versions' }).waitFor();
        await look();
        await button(page, 'Columns').click();
        await page.getByRole('dialog').waitFor();
        await look('table/columns.dialog.tsx');
        await closeDialog(page);
        await grid.getByLabel('Select A', { exact: true }).click();
        await grid.getByRole('rowheader').first().focus();
        await page.keyboard.press('Delete');
        await page.getByRole('dialog').waitFor();
      },
      dialog: 'table/delete-selected.dialog.tsx',
    },
    {
      name: 'the editor, and what it asks',
      hash: map,
      play: async (page, look) => {
        await shown(page);
        await button(page, 'Edit features').click();
        const editor = page.getByRole('complementary', { name: 'Editor' });
        await editor.waitFor();
        await look();
        const { x, y } = await screenPoint(page, [13.4, 52.5]);
        await page.mouse.click(x, y);
        const name = editor.getByLabel('name', { exact: true });
        await name.fill('Mine');
        await name.press('Enter');
        await hub.patch(`${space.features}/a`, { properties: { name: `Theirs ${Date.now()}` } });
        await editor.getByRole('button', { name: 'Save 1 change' }).click();
        await page.getByRole('dialog', { name: 'Edit conflict' }).waitFor();
        await look('edit/conflict.dialog.tsx');
        await closeDialog(page);
        await editor.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('dialog').waitFor();
        await look('edit/leave.dialog.tsx');
        await inDialog(page, 'Discard').click();
        await editor.waitFor({ state: 'detached' });
      },
    },
    {
      name: 'an address that leads nowhere',
      hash: '#/nonsense',
      play: (page) => page.getByText('nothing at this address').waitFor(),
    },
    {
      name: 'import, and the preview of a file',
      hash: '#/import',
      play: async (page, look) => {
        await page.getByText('Drop a file here').waitFor();
        await look();
        const features = [feature('x', { name: 'X' }), { type: 'Feature', geometry: { type: 'Nowhere' } }];
        await dropFile(page, '.page', 'x.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
        await page.getByText('1 feature in it').waitFor();
        await page.getByText('1 was refused').waitFor();
      },
    },
    {
      name: 'projects, and a published one as strangers see it',
      hash: '#/projects',
      play: async (page, look) => {
        await page.getByRole('link', { name: 'A walk' }).waitFor();
        await look();
        await act(page, 'Actions for A walk', 'Delete');
        await look('projects/projects.screen.tsx');
        await closeDialog(page);
        await act(page, 'Actions for A walk', 'Publish');
        await look('projects/publish.dialog.tsx');
        await inDialog(page, 'Publish').click();
        const link = await page.getByRole('dialog').locator('.link-url').last().innerText();
        await look();
        await page.goto(link);
        await page.getByRole('heading', { name: 'A walk' }).waitFor();
        await shown(page);
      },
    },
    {
      name: 'tokens',
      hash: '#/tokens',
      play: async (page, look) => {
        await button(page, 'New token').click();
        const rights = page.getByLabel(/^Rights on/);
        await rights.waitFor();
        await look('tokens/new-token.tsx');
        await page.getByLabel('What it is for').fill('to be looked at');
        await rights.selectOption('read');
        await inDialog(page, 'New token').click();
        await page.getByRole('dialog', { name: 'Token created' }).waitFor();
        await look('tokens/tokens.screen.tsx');
        await inDialog(page, 'Done').click();
        await button(page, 'Revoke').click();
        await page.getByRole('dialog').waitFor();
      },
      dialog: 'tokens/tokens.screen.tsx',
    },
    {
      name: 'accounts',
      hash: '#/admin',
      play: async (page, look) => {
        await page.locator('.row').first().waitFor();
        await button(page, 'New account').click();
        await page.getByRole('dialog').waitFor();
        await look('admin/new-account.tsx');
        await page.getByRole('dialog').getByLabel('Email').fill('somebody@example.org');
        await inDialog(page, 'New account').click();
        await inDialog(page, 'Done').waitFor();
        await look('admin/accounts-section.tsx');
        await inDialog(page, 'Done').click();
        await page.getByLabel('Actions for somebody@example.org').click();
        await button(page, 'Disable').click();
        await page.getByRole('dialog').waitFor();
      },
      dialog: 'admin/accounts-section.tsx',
    },
    {
      name: 'the audit log, and the hub at a glance',
      hash: '#/admin/audit',
      play: async (page, look) => {
        await page.getByRole('table').waitFor();
        await look();
        await page.goto(`${hub.url}/#/admin/glance`);
        await page.getByText('Server errors').waitFor();
      },
    },
    {
      name: 'the API',
      hash: '#/interface',
      play: async (page) => {
        await page.getByText('Features in a box').waitFor();
        await button(page, 'QGIS').click();
        await page.getByText('Password: the token').waitFor();
      },
    },
    {
      name: 'the own account, and a session that has ended',
      hash: '#/account',
      play: async (page, look) => {
        await page.getByLabel('Current password').waitFor();
        await look();
        await page.context().clearCookies();
        await page.getByRole('navigation').getByRole('link', { name: 'Tokens', exact: true }).click();
        await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
        await look('sign-in/sign-in.dialog.tsx');
        await page.getByLabel('Password').fill(ADMIN_PASSWORD);
        await inDialog(page, 'Sign in').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    },
  ];
}
