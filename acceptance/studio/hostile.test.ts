import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { collection, feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { longestTask } from './longest-task.ts';
import {
  assertRendered,
  dropFile,
  newVisitor,
  screenPoint,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({
  settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD, MERIDIAN_MAX_BODY_BYTES: String(64 * 1024 * 1024) },
});

const EVIL = `<img src=x onerror="globalThis.evil = true"><script>globalThis.evil = true</script>`;
const MILLION = 1_000_000;

/** More would be felt as a halt. */
const LONGEST_MS = 1500;

/** Everything that shows a feature, one after the other. */
async function lookAt(page: Page, id: string): Promise<void> {
  const point = await screenPoint(page, [13.4, 52.5]);
  await page.mouse.move(point.x - 3, point.y);
  await page.mouse.move(point.x, point.y);
  await page.locator('.hover-card').waitFor();
  assert.ok((await page.locator('.hover-card').innerText()).length < 2000);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByText('1 of 1 features match').waitFor();
  assert.ok((await page.getByRole('checkbox').count()) <= 40);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'Table of features in view' }).click();
  await page.getByRole('grid').getByRole('button', { name: id, exact: true }).click();
  const card = page.getByRole('complementary', { name: 'Feature' });
  await card.getByRole('button', { name: 'Edit' }).waitFor();
  assert.ok((await card.innerText()).length < 10_000);
  await card.getByRole('button', { name: 'Edit' }).click();
  await page
    .getByRole('complementary', { name: 'Editor' })
    .getByText(/left unchanged/)
    .waitFor();
  await page.getByRole('complementary', { name: 'Editor' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close the table' }).click();
}

describe('hostile data', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    await hub.post('/hub/spaces', { id: 'evil', title: EVIL, description: EVIL });
    const odd = { 'size <m>': 'tall', 'a.b': 'dotted', '': 'unnamed' };
    const properties = { ...odd, [EVIL]: EVIL, name: EVIL, '@ns:com:here:xyz': { tags: ['<b>tag</b>'] } };
    const written = await hub.put(
      '/hub/spaces/evil/features',
      collection(feature(EVIL, properties), feature('b', { name: 'x' })),
    );
    assert.equal(written.status, 200, written.text);
    await hub.post('/project-api/projects', {
      id: 'evil',
      title: EVIL,
      description: EVIL,
      layers: [{ space: 'evil' }, { space: 7 }, null],
    });
    await hub.post('/hub/spaces', { id: 'huge', title: 'Huge' });
    const huge = feature('huge', { name: 'huge', text: 'x'.repeat(10_000_000) });
    assert.equal((await hub.put('/hub/spaces/huge/features', collection(huge))).status, 200);
    await hub.post('/hub/spaces', { id: 'tags', title: 'Many tags' });
    const tags = Array.from({ length: MILLION }, (_, i) => `t${i}`);
    const many = await hub.put(
      '/hub/spaces/tags/features',
      collection(feature('many', { '@ns:com:here:xyz': { tags } })),
    );
    assert.equal(many.status, 200, many.text.slice(0, 300));
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub);
  });

  const isHarmed = () => me.page.evaluate('globalThis.evil === true');

  test('names that are markup are shown as text, in lists and in projects', async () => {
    const { page } = me;
    await page.getByRole('link', { name: '<img' }).waitFor();
    await page.goto(`${hub.url}/#/projects`);
    await page.getByRole('link', { name: '<img' }).waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await isHarmed(), false);
  });

  test('and on the map, in tables, cards, legends and filters', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/map?add=evil`);
    await assertRendered(page, 'evil', [EVIL, 'b']);
    await page.getByRole('button', { name: /^Style of/ }).click();
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.locator('.legend li', { hasText: '<img' }).waitFor();
    await page.getByLabel('Property', { exact: true }).selectOption('size <m>');
    await page.locator('.legend li', { hasText: /^tall\s*1$/ }).waitFor();
    await page.getByRole('button', { name: 'Table of features in view' }).click();
    await page.locator('tbody').getByText('dotted').waitFor();
    assert.ok((await page.locator('thead th').allInnerTexts()).every((name, i) => i === 0 || name !== ''));
    await page.locator('tbody').getByRole('button', { name: '<img' }).click();
    await page.getByRole('complementary', { name: 'Feature' }).getByText('<b>tag</b>').waitFor();
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByRole('checkbox', { name: /<b>tag/ }).waitFor();
    assert.equal(await page.locator('main img, main script, main b').count(), 0);
    assert.equal(await isHarmed(), false);
    await page.getByRole('button', { name: 'Close the table' }).click();
  });

  test('a file whose features are markup is previewed as text', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/import`);
    const file = JSON.stringify(
      collection(feature('a', { [EVIL]: 1 }), { type: 'Feature', id: EVIL, geometry: { type: EVIL } }),
    );
    await dropFile(page, '.page', `${EVIL}.geojson`, file);
    await page.getByText('1 feature in it').waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await isHarmed(), false);
  });

  for (const [space, id] of [
    ['huge', 'huge'],
    ['tags', 'many'],
  ] as const)
    test(`a space such as "${space}" does not hold up the page`, async () => {
      const { page } = me;
      await page.goto(`${hub.url}/#/map?add=${space}`);
      await assertRendered(page, space, [id]);
      const longest = await longestTask(browser as Browser, () => lookAt(page, id));
      assert.ok(longest < LONGEST_MS, `the page was busy for ${longest} ms`);
    });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
