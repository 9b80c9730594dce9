import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertAccessibleInBoth,
  assertRendered,
  newVisitor,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Wells' });
await space.load(feature('a', { name: 'A', depth: 1234.5 }));
const { body: project } = await hub.post<{ id: string }>('/project-api/projects', {
  title: 'A walk',
  layers: [{ space: space.id }],
});

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** The main pages, each with what it shows once it is there. */
const PAGES: readonly [hash: string, shown: string][] = [
  ['#/spaces', '.card'],
  ['#/projects', '.row'],
  ['#/tokens', '.page-head button'],
  ['#/import', '.drop'],
  ['#/interface', '.code'],
  ['#/account', '.page form'],
  ['#/admin', '.row'],
];

type Wanted = {
  locale: string;
  language: string;
  direction: 'ltr' | 'rtl';
  signIn: string;
  spaces: string;
  layers: string;
  style: RegExp;
  opacity: string;
};
const LANGUAGES: readonly Wanted[] = [
  {
    locale: 'de-AT',
    language: 'de',
    direction: 'ltr',
    signIn: 'Anmelden',
    spaces: 'Spaces',
    layers: 'Ebenen',
    style: /^Stil von/,
    opacity: 'Deckkraft',
  },
  {
    locale: 'ar',
    language: 'ar',
    direction: 'rtl',
    signIn: 'تسجيل الدخول',
    spaces: 'المساحات',
    layers: 'الطبقات',
    style: /^نمط/,
    opacity: 'العتامة',
  },
];

const languageOf = (page: Page) =>
  page.evaluate<string[]>('[document.documentElement.lang, document.documentElement.dir]');

for (const { locale, language, direction, signIn, spaces, layers, style, opacity } of LANGUAGES)
  describe(`a browser that asks for ${locale}`, { skip: 'skip' in browser ? browser.skip : false }, () => {
    let me: Visitor;
    before(async () => {
      me = await newVisitor(browser as Browser, hub, { locale, viewport: WIDTHS[0]! });
      await signInWithBrowser(me, hub);
    });

    test('gets the studio in that language and its direction', async () => {
      await me.page.getByRole('heading', { level: 1, name: spaces }).waitFor();
      assert.deepEqual(await languageOf(me.page), [language, direction]);
    });

    test('signs in on a page in it', async () => {
      const { page } = me;
      await page.goto(`${hub.url}/sign-in`);
      assert.deepEqual(await languageOf(page), [language, direction]);
      await page.getByRole('heading', { level: 1, name: signIn }).waitFor();
      await assertAccessible(page);
    });

    for (const [hash, shown] of PAGES)
      test(`${hash} has no obstacle in light and dark, wide and narrow`, async () => {
        const { page } = me;
        await page.goto(`${hub.url}/${hash}`);
        await page.locator(shown).first().waitFor();
        for (const viewport of WIDTHS) {
          await page.setViewportSize(viewport);
          await assertAccessibleInBoth(page);
        }
        await page.setViewportSize(WIDTHS[0]!);
      });

    test('the map with the style of a layer has no obstacle', async () => {
      const { page } = me;
      await page.goto(`${hub.url}/#/map/${project.id}`);
      await assertRendered(page, space.id, ['a']);
      await page.getByRole('button', { name: style }).click();
      await page.getByLabel(opacity).waitFor();
      await assertAccessibleInBoth(page);
      const side = await page.locator('.side').boundingBox();
      const controls = await page.locator('.maplibregl-ctrl-group').boundingBox();
      assert.equal(side!.x > controls!.x, direction === 'rtl', 'panel and controls stand on opposite sides');
      await page.setViewportSize(WIDTHS[1]!);
      if (!(await page.locator('.side').isVisible()))
        await page.getByRole('button', { name: layers, exact: true }).click();
      await assertAccessibleInBoth(page);
    });

    test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
  });

describe('the language', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub, { locale: 'fr-FR' });
    await signInWithBrowser(me, hub);
  });

  const choose = async (page: Page, label: string, name: string) => {
    await page.locator('.top').getByLabel(label, { exact: true }).click();
    await page.getByRole('button', { name, exact: true }).click();
  };

  test('is English where none of the browser’s is known', async () => {
    await me.page.getByText('Your geodata, organized in spaces.').waitFor();
    assert.deepEqual(await languageOf(me.page), ['en', 'ltr']);
  });

  test('of others is loaded when it is chosen, shown at once, and kept', async () => {
    const { page } = me;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await choose(page, 'Language', 'Deutsch');
    await page.getByText('Ihre Geodaten, geordnet in Spaces.').waitFor();
    assert.equal(loaded.filter((path) => /^\/studio\/de-\w+\.js$/.test(path)).length, 1);
    assert.equal(loaded.filter((path) => path.includes('/ar-')).length, 0);
    assert.equal(await page.title(), 'Spaces – Meridian');
    await page.reload();
    await page.getByText('Ihre Geodaten, geordnet in Spaces.').waitFor();
    await choose(page, 'Sprache', 'العربية');
    await page.getByText('بياناتك الجغرافية، مرتبة في مساحات.').waitFor();
    assert.deepEqual(await languageOf(page), ['ar', 'rtl']);
    await choose(page, 'اللغة', 'English');
    await page.getByText('Your geodata, organized in spaces.').waitFor();
  });

  test('does not change what is typed', async () => {
    const { page } = me;
    await page.getByLabel('Search spaces').fill('Wel');
    await choose(page, 'Language', 'Deutsch');
    assert.equal(await page.getByLabel('Spaces durchsuchen').inputValue(), 'Wel');
    // What MapLibre has named once is named again.
    await page.goto(`${hub.url}/#/map`);
    await page.getByRole('button', { name: 'Vergrößern' }).waitFor();
    await choose(page, 'Sprache', 'English');
    await page.getByRole('button', { name: 'Zoom in' }).waitFor();
    assert.deepEqual(me.complaints, []);
  });
});
