import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature, NAMESPACE } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { scenesOf } from './scenes.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  newVisitor,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { versionsToKeep: 10 });
const point = (coordinates: [number, number]) => ({ geometry: { type: 'Point', coordinates } });
await space.load(
  feature('a', { name: 'A', size: 3 }, point([13.4, 52.5])),
  feature('b', { [NAMESPACE]: { tags: ['tall'] } }, point([13.45, 52.52])),
);
await hub.post('/project-api/projects', { id: 'walk', title: 'A walk', layers: [{ space: space.id }] });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const STUDIO = join(import.meta.dirname, '../../packages/studio/src/app');

/** The files that make dialogs, each as often as it makes one. */
function dialogsOfStudio(): string[] {
  const files = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  return files.flatMap((file) =>
    Array.from(readFileSync(join(STUDIO, file), 'utf8').matchAll(/<Dialog\s/g), () => file),
  );
}

describe('every screen', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const dialogs: string[] = [];
  /** Wide and narrow, light and dark. */
  const look = async (dialog?: string) => {
    if (dialog !== undefined) dialogs.push(dialog);
    for (const viewport of [NARROW, WIDE]) {
      await me.page.setViewportSize(viewport);
      await assertAccessibleInBoth(me.page);
    }
  };

  before(async () => {
    me = await newVisitor(browser as Browser, hub, { viewport: WIDE });
    await me.page.goto(`${hub.url}/sign-in`);
    await assertAccessible(me.page);
    await me.page.goto(`${hub.url}/docs`);
    await me.page.getByRole('searchbox').fill('feature history statistics');
    await me.page.locator('article:not([hidden]) .try > summary').first().click();
    await me.page.getByRole('button', { name: 'Send' }).waitFor();
    for (const viewport of [NARROW, WIDE])
      for (const colorScheme of ['light', 'dark'] as const) {
        await me.page.setViewportSize(viewport);
        await me.page.emulateMedia({ colorScheme });
        await assertAccessible(me.page);
      }
    await signInWithBrowser(me, hub);
  });

  for (const { name, hash, play, dialog } of scenesOf(hub, space))
    test(`${name}: no obstacle in any look, and nothing sticks out`, async () => {
      const { page } = me;
      // A page of its own, whatever the one before was left with.
      await page.goto('about:blank');
      await page.goto(`${hub.url}/${hash}`);
      await play(page, look);
      await look(dialog);
    });

  test('every dialog of the studio was among them', () =>
    assert.deepEqual(dialogs.sort(), dialogsOfStudio().sort()));

  test('without a complaint of the browser but about the session that was ended', () =>
    assert.deepEqual(
      me.complaints.filter((complaint) => !/status of (401|409|412)/.test(complaint)),
      [],
    ));
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
