// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { assertAccessible, newVisitor, screenPoint, signInWithBrowser, type Visitor } from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const options = { skip: 'skip' in browser ? browser.skip : false };

let me: Visitor;
before(async () => {
  if ('skip' in browser) return;
  me = await newVisitor(browser as Browser, hub);
  await signInWithBrowser(me, hub, { hash: '#/map' });
  await until('globalThis.meridianMap?.loaded()');
});

/** Waits until an expression holds. The page's own rules forbid it to do that itself. */
async function until(expression: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await me.page.evaluate<boolean>(`Boolean(${expression})`)) && Date.now() < end)
    await me.page.waitForTimeout(100);
  assert.ok(await me.page.evaluate<boolean>(`Boolean(${expression})`), expression);
}

const click = async (at: readonly [number, number]) => {
  const { x, y } = await screenPoint(me.page, at);
  await me.page.mouse.move(x, y);
  await me.page.mouse.click(x, y);
};

describe('measuring', options, () => {
  const panel = () => me.page.getByRole('region', { name: 'Measure' });

  test('tells the length while a line is drawn, and the area of what is closed, on an empty map', async () => {
    const { page } = me;
    await page.evaluate('meridianMap.jumpTo({ center: [0.5, 0.5], zoom: 7 })');
    await page.getByRole('button', { name: 'Measure length and area' }).click();
    await panel().getByText('Click the vertices of what you want to measure.').waitFor();
    await click([0, 0]);
    const { x, y } = await screenPoint(page, [1, 0]);
    await page.mouse.move(x, y);
    // To the pixel, of which there are about 2 km.
    await panel()
      .getByText(/^11[0-3] km$/)
      .waitFor();
    await page.mouse.click(x, y);
    await click([1, 1]);
    await panel()
      .getByText(/^6,?\d{3} km²$/)
      .waitFor();
    await assertAccessible(page);
    await click([0, 1]);
    await click([0, 0]);
    await panel().getByText('Perimeter').waitFor();
    await panel()
      .getByText(/^12,?[1-5]\d{2} km²$/)
      .waitFor();
  });

  test('is done by keys alone', async () => {
    const { page } = me;
    await panel().getByRole('button', { name: 'Start again' }).click();
    await page.locator('.maplibregl-canvas').focus();
    await page.keyboard.press(' ');
    await page.evaluate('meridianMap.jumpTo({ center: [0.5, 1.5] })');
    await page.keyboard.press(' ');
    await page.keyboard.press('Enter');
    await panel().getByText('111 km', { exact: true }).waitFor();
    await page.keyboard.press('Backspace');
    await panel().getByText('0 m', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await until(`meridianMap.getSource('measure') === undefined`);
    await page.keyboard.press('m');
    await panel().waitFor();
    await page.keyboard.press('m');
    await panel().waitFor({ state: 'detached' });
  });
});

test('without a complaint of the browser', options, () => assert.deepEqual(me.complaints, []));
