// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD, signIn, trySignIn } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';
import { assertAccessible, newVisitor, signInWithBrowser, type Visitor, waitUntil } from './visitor.ts';

const browser = await startBrowser();
const settings = {
  MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
  MERIDIAN_BACKUP_TO: join(temporaryFolder(), 'backups'),
};
const hub = await startHub({ settings });
const EMAIL = 'ana@example.org';
const options = { skip: 'skip' in browser ? browser.skip : false };
let me: Visitor;
before(async () => {
  if ('skip' in browser) return;
  me = await newVisitor(browser as Browser, hub);
  await signInWithBrowser(me, hub, { hash: '#/admin' });
});

async function shownPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Password of ${EMAIL}` });
  const password = await dialog.locator('pre code').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return password;
}

describe('administrators', options, () => {
  const row = () => me.page.locator('.row', { hasText: EMAIL });
  const act = async (name: string) => {
    await me.page.getByLabel(`Actions for ${EMAIL}`).click();
    await row().getByRole('button', { name }).click();
  };

  test('invite somebody, who gets a password that works', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await dialog.getByLabel('Email').fill('no address');
    await dialog.getByRole('button', { name: 'New account' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Email').fill(EMAIL);
    await dialog.getByRole('button', { name: 'New account' }).click();
    const password = await shownPassword(page);
    assert.equal((await trySignIn(hub, EMAIL, password)).status, 200);
  });

  test('reset a password, make administrators, disable and enable', async () => {
    const { page } = me;
    await act('Reset password');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    const password = await shownPassword(page);
    assert.equal((await trySignIn(hub, EMAIL, password)).status, 200);
    await act('Make administrator');
    await row().getByText('Administrator', { exact: true }).waitFor();
    await act('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await row().getByText('Disabled', { exact: true }).waitFor();
    assert.equal((await trySignIn(hub, EMAIL, password)).status, 401);
    await act('Enable');
    await row().getByText('Disabled', { exact: true }).waitFor({ state: 'detached' });
    assert.equal((await trySignIn(hub, EMAIL, password)).status, 200);
  });

  test('read who did what, and how the hub is doing', async () => {
    const { page } = me;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Action').selectOption('account.create');
    const rows = page.getByRole('table').getByRole('row', { name: EMAIL });
    await rows.waitFor();
    assert.match(
      await rows.innerText(),
      /Account created\s+admin@localhost\s+ana@example\.org\s+in a browser/,
    );
    await page.getByLabel('Action').selectOption('space.delete');
    await page.getByText('No entries').waitFor();
    await page.getByRole('link', { name: 'At a glance' }).click();
    const requests = page.locator('.figures > div', { hasText: 'Requests' }).locator('dd');
    assert.ok(Number((await requests.innerText()).replaceAll(',', '')) > 10);
    const disk = page.locator('.figures > div', { hasText: 'Free disk space' }).locator('dd');
    assert.match(await disk.innerText(), /^[\d.,]+ [GT]B of [\d.,]+ [GT]B$/);
  });

  test('have a backup made, and sign out where they are signed in elsewhere', async () => {
    const { page } = me;
    const backups = page.getByRole('region', { name: 'Backups' });
    await backups.getByText('Every 24 hours').waitFor();
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText('A backup has begun.').waitFor();
    const elsewhere = await signIn(hub);
    await elsewhere.request('GET', '/account-api/accounts/me', { headers: { 'user-agent': 'curl/8.14.1' } });
    await page.goto(`${hub.url}/#/account`);
    await page.getByRole('heading', { name: /^This browser: Chrome on Linux/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Sign out curl' }).click();
    await page.getByText('That session has ended.').waitFor();
    assert.equal((await elsewhere.request('GET', '/account-api/accounts/me')).status, 401);
    await hub.get('/hub/spaces');
    await page.goto(`${hub.url}/#/tokens`);
    await page
      .getByText(/last used (just now|\d+ minute)/)
      .first()
      .waitFor();
  });
});

describe('a hub without a space', options, () => {
  test('offers data to try it with, which is on the map in one action', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/map`);
    await page.getByRole('button', { name: 'Try it with sample data' }).waitFor();
    await page.goto(`${hub.url}/#/spaces`);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Try it with sample data' }).click();
    await page.getByRole('heading', { name: 'Cities of the world', level: 2 }).waitFor();
    const { body } = await hub.get<{ id: string }[]>('/hub/spaces');
    await waitUntil(page, `globalThis.meridianMap?.getLayer('space ${body[0]!.id} point')`);
    const count = await hub.get<{ count: number }>(`/hub/spaces/${body[0]!.id}/count`);
    assert.equal(count.body.count, 1500);
  });
});

describe('the settings of a space', options, () => {
  test('are made with it and changed later: versions, schema, rules, caching', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/spaces`);
    await page.getByRole('button', { name: 'New space' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Wells');
    await dialog.getByLabel('Id', { exact: true }).fill('wells');
    await dialog.getByLabel('Index of words').check();
    await dialog.getByLabel('Whose data it is').fill('Water board; City of Aarau');
    await dialog.getByText('More settings').click();
    await dialog.getByLabel('Versions').selectOption('all');
    await dialog.getByLabel('JSON Schema').fill('{"type":');
    await dialog.getByRole('button', { name: 'New space' }).click();
    await dialog.getByText('Not valid JSON.').first().waitFor();
    await dialog
      .getByLabel('JSON Schema')
      .fill('{"properties": {"properties": {"properties": {"depth": {"type": "number"}}}}}');
    await dialog.getByLabel('Tagging rules').fill('{"deep": "$.features[?(@.properties.depth > 100)]"}');
    await dialog.getByRole('button', { name: 'New space' }).click();
    await dialog.waitFor({ state: 'detached' });
    const put = (id: string, depth: unknown) =>
      hub.put<{ properties: { '@ns:com:here:xyz': { tags: string[] } } }>(
        `/hub/spaces/wells/features/${id}`,
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [7, 46] },
          properties: { name: 'Old well', depth },
        },
      );
    assert.equal((await put('w', 'deep')).status, 400);
    assert.deepEqual((await put('w', 200)).body.properties['@ns:com:here:xyz'].tags, ['deep']);
    await page.getByLabel('Actions for Wells').click();
    const textIndex = async () =>
      (await hub.get<{ textIndex?: boolean }>('/hub/spaces/wells')).body.textIndex;
    assert.equal(await textIndex(), true);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    assert.ok(await dialog.getByLabel('Index of words').isChecked());
    await dialog.getByLabel('Index of words').uncheck();
    await dialog.getByText('More settings').click();
    assert.equal(await dialog.getByLabel('Versions').inputValue(), 'all');
    await dialog.getByLabel('JSON Schema').fill('');
    await dialog.getByLabel('Seconds that responses').fill('2.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await hub.get<{
      cacheTTL: number;
      enableHistory: boolean;
      processors: object;
      copyright: object;
    }>('/hub/spaces/wells');
    assert.deepEqual(body.copyright, [{ label: 'Water board' }, { label: 'City of Aarau' }]);
    assert.deepEqual([body.cacheTTL, body.enableHistory, await textIndex()], [2500, true, undefined]);
    assert.deepEqual(Object.keys(body.processors), ['rule-tagger']);
  });

  test('let a new space show the features of others', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'New space' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Everything');
    await dialog.getByLabel('Id', { exact: true }).fill('everything');
    await dialog.getByLabel('Content').selectOption('group');
    assert.ok(await dialog.getByRole('button', { name: 'New space' }).isDisabled());
    await dialog.getByRole('checkbox', { name: 'Wells' }).check();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'New space' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await hub.get<{ features: { id: string }[] }>('/hub/spaces/everything/search');
    assert.deepEqual(
      body.features.map(({ id }) => id),
      ['w'],
    );
  });

  test('let it be deleted by who types its title', async () => {
    const { page } = me;
    await page.getByLabel('Actions for Everything').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type Everything to confirm').fill('Everything');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await hub.get('/hub/spaces/everything')).status, 404);
  });
});

describe("one's own password", options, () => {
  test('is changed by who knows it', async () => {
    const { page } = me;
    await page.getByLabel('Account of admin@localhost').click();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByLabel('Current password').fill('wrong password');
    await page.getByLabel('New password', { exact: true }).fill('another-password');
    await page.getByLabel('New password, again').fill('another-passwort');
    await page.getByText('The two new passwords are not the same.').waitFor();
    await page.getByLabel('New password, again').fill('another-password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Current password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password was changed.').waitFor();
    assert.equal((await trySignIn(hub, 'admin@localhost', 'another-password')).status, 200);
    await page.goto(`${hub.url}/#/spaces`);
    await page.locator('.card').first().waitFor();
  });
});

test('without a complaint of the browser but those about what was refused on purpose', options, () =>
  assert.deepEqual(
    me.complaints.filter((complaint) => !/status of (400|401)/.test(complaint)),
    [],
  ),
);
