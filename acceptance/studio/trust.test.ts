// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  dropFile,
  newVisitor,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

const COUNT = 1200;
const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { rank: 'size' });
await space.load(
  ...Array.from({ length: COUNT }, (_, i) => ({
    type: 'Feature' as const,
    id: `t${i}`,
    geometry: { type: 'Point', coordinates: [13 + (i % 40) / 100, 52 + Math.floor(i / 40) / 100] },
    // The greatest is among those that a table of the first thousand would not have.
    properties: {
      name: i === 1100 ? 'Alter Häfen' : `Town ${i}`,
      size: i === 1150 ? 9999 : i,
      // The most frequent one comes last.
      type: i >= 900 ? 'late' : `type ${i % 12}`,
    },
  })),
);
await hub.post('/project-api/projects', { id: 'towns', title: 'Towns', layers: [{ space: space.id }] });

/** Whether a picture in the list of spaces shows something of its space. */
const DRAWN_THUMBNAIL = `[...document.querySelectorAll('.extent canvas')].some((canvas) =>
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0))`;

describe('nothing is lost', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
  });
  const editor = () => me.page.getByRole('complementary', { name: 'Editor' });
  const tray = () => me.page.getByRole('region', { name: 'In progress' });
  const nav = (name: string) =>
    me.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  test('an unsaved change is there again after a look at another screen, and a reload asks', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Edit features' }).click();
    await editor().getByRole('button', { name: 'Draw a point' }).click();
    await page.mouse.click(700, 400);
    await editor().getByRole('button', { name: 'Save 1 change' }).waitFor();
    await nav('Spaces').click();
    await page.locator('.card').first().waitFor();
    await waitUntil(page, DRAWN_THUMBNAIL);
    await tray().getByText('1 unsaved change in').waitFor();
    await assertAccessible(page);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await tray().getByRole('button', { name: 'Continue editing' }).click();
    await editor().getByRole('button', { name: 'Save 1 change' }).waitFor();
  });

  test('a session that ends while something is edited is renewed over the page, and the change is saved', async () => {
    const { page } = me;
    // Else a tile could be the first to find that the session has ended.
    await page.evaluate(
      'new Promise((r) => (meridianMap.loaded() ? r() : meridianMap.once("idle", () => r())))',
    );
    await page.context().clearCookies();
    await editor().getByRole('button', { name: 'Save 1 change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(ADMIN_PASSWORD);
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The notice goes away by itself: look for it before the click.
    await Promise.all([
      page.getByText('1 change saved.').waitFor(),
      editor().getByRole('button', { name: 'Save 1 change' }).click(),
    ]);
    assert.equal((await hub.get<{ count: number }>(`${space.path}/count`)).body.count, COUNT + 1);
    await editor().getByRole('button', { name: 'Close' }).click();
  });

  test('an import goes on when its screen is left, pauses, fails, and goes on again; and of several files none is forgotten', async () => {
    const { page } = me;
    const rows = Array.from({ length: 6000 }, (_, i) => `n${i},${10 + (i % 100) / 100},${50 + i / 10000}`);
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    // The second of two batches is too large, and of its halves the second is refused at first.
    await page.context().route('**/features?*', async (route) => {
      begun.resolve();
      await held.promise;
      if (++requests === 2) await route.fulfill({ status: 413, body: '{"errorMessage":"too large"}' });
      else if (requests === 4) {
        // Though the hub has got it.
        await route.fetch();
        await route.fulfill({ status: 500, body: '{"errorMessage":"out of order"}' });
      } else await route.continue();
    });
    await nav('Spaces').click();
    await dropFile(page, '.page', 'many.csv', `name,lon,lat\n${rows.join('\n')}\n,nowhere,0\n`);
    // Wherever in the window.
    await dropFile(page, 'nav', 'few.csv', 'name,lon,lat\na,1,1\n');
    await page.getByText('few.csv is next.').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await nav('Tokens').click();
    await tray().getByText('Importing many.csv').waitFor();
    await begun.promise;
    await tray().getByRole('button', { name: 'Pause the import of many.csv' }).click();
    await tray().getByText('The import of many.csv is paused').waitFor();
    await assertAccessible(page);
    held.resolve();
    await tray().getByText('5,000 features sent').waitFor();
    assert.equal(requests, 1);
    await tray().getByRole('button', { name: 'Continue the import of many.csv' }).click();
    await tray()
      .getByText('many.csv: failed after 5,500; the space holds a part of the file. out of order')
      .waitFor();
    await tray().getByRole('button', { name: 'Continue the import', exact: true }).click();
    await tray().getByText('many.csv: 6,000 imported, 1 refused').waitFor();
    const { body } = await hub.get<{ id: string; title: string }[]>('/hub/spaces');
    const made = body.find(({ title }) => title === 'many')!;
    assert.equal((await hub.get<{ count: number }>(`/hub/spaces/${made.id}/count`)).body.count, 6000);
    // On the map it covers neither the zoom buttons nor the scale nor the attribution.
    await nav('Map').click();
    const controls = (await page.locator('.maplibregl-ctrl-bottom-right').boundingBox())!;
    const said = (await tray().boundingBox())!;
    assert.ok(said.y + said.height <= controls.y, `${JSON.stringify(said)} ${JSON.stringify(controls)}`);
    await tray().getByRole('button', { name: 'Refused features' }).click();
    await page.getByRole('region', { name: 'Refused features' }).getByText('line 6002').waitFor();
    await tray().waitFor({ state: 'detached' });
    await page.context().unroute('**/features?*');
  });

  test('a file that is dropped on the map is shown before it is imported, and each map says while it loads', async () => {
    const { page } = me;
    const [busy, busyAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.context().route('**/*.pmtiles', (route) => busy.promise.then(() => route.continue()));
    await nav('Map').click();
    await page.locator('.maplibregl-canvas').waitFor();
    await page.locator('.stage .map-busy').waitFor();
    busy.resolve();
    await page.locator('.map-busy').waitFor({ state: 'detached' });
    await page.context().unrouteAll({ behavior: 'wait' });
    await page.context().route('**/*.pmtiles', (route) => busyAgain.promise.then(() => route.abort()));
    await dropFile(page, '.map-screen', 'dropped.csv', 'name,lon,lat\na,1,1\n');
    await page.getByText('dropped.csv').first().waitFor();
    const map = page.getByRole('region', { name: 'Where the features are' });
    await map.locator('.map-busy').waitFor();
    busyAgain.resolve();
    await map.getByText('Trying again…').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.context().unrouteAll();
    await map.getByText('Trying again…').waitFor({ state: 'detached' });
    await map.locator('.map-busy').waitFor({ state: 'detached' });
  });

  test('a link to a published map, also a wrong one, leaves the signed-in page what it was', async () => {
    const { page } = me;
    await nav('Spaces').click();
    await page.getByText('2 spaces').waitFor();
    await page.goto(`${hub.url}/#/published/towns/WRONG`);
    await page.getByRole('heading', { name: 'no longer published' }).waitFor();
    await page.goBack();
    await page.getByText('2 spaces').waitFor();
    await nav('Tokens').click();
    await page.getByRole('button', { name: 'New token' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('a page that could not be loaded says so, and is there once the hub is back', async () => {
    const { page } = me;
    await nav('Spaces').click();
    await page.context().route(/\/(token|project)-api\//, (route) => route.abort());
    await nav('Tokens').click();
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
    await assertAccessible(page);
    await nav('Projects').click();
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
    await page.context().unrouteAll();
    // Unless the page has tried again by itself meanwhile.
    await page.evaluate(`document.querySelector('.empty button')?.click()`);
    await page.getByRole('link', { name: 'Towns' }).waitFor();
    await nav('Tokens').click();
    await page.locator('.row').first().waitFor();
  });

  test('the address of a map that does not exist shows no other map', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/map/nowhere`);
    await page.getByRole('heading', { name: 'There is no such map' }).waitFor();
    assert.equal(await page.locator('.maplibregl-canvas').count(), 0);
    await assertAccessible(page);
    await page.goto(`${hub.url}/#/map/towns`);
    await page.locator('.maplibregl-canvas').waitFor();
  });

  test('Antarctica is whole on the base map', async () => {
    const { page } = me;
    const onLand = await page.evaluate<boolean[]>(`(async () => {
      meridianMap.jumpTo({ center: [0, -75], zoom: 0.5 });
      await new Promise((resolve) => void meridianMap.once('idle', resolve));
      const land = ([x, y]) => meridianMap.queryRenderedFeatures(meridianMap.project([x, y]), { layers: ['land'] });
      const places = [[-120, -78], [-80, -80], [0, -75], [60, -72], [120, -72], [160, -75], [-40, -62], [179, -75]];
      return places.map((place) => land(place).length > 0);
    })()`);
    // The last two are in the Weddell and the Ross Sea.
    assert.deepEqual(onLand, [true, true, true, true, true, true, false, false]);
  });

  test('the page of the interface names the address of this hub, and spaces come first', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/docs`);
    await page.getByText(`export HUB=${hub.url} TOKEN=…`).waitFor();
    assert.equal(await page.locator('main h2').nth(1).innerText(), 'Spaces');
  });

  test('without a complaint of the browser but those about what was refused on purpose', () =>
    assert.deepEqual(
      me.complaints.filter((complaint) => !/status of (401|404|413|500)|ERR_FAILED/.test(complaint)),
      [],
    ));
});

describe('answers are right for every feature', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await me.page.getByRole('button', { name: 'Table of features in view' }).click();
  });

  const legend = (label: string | RegExp, count: string) =>
    me.page
      .locator('.legend li', { has: me.page.getByText(label, { exact: true }) })
      .getByText(count, { exact: true });

  test('the table is sorted over all rows, and leads to the last page', async () => {
    const { page } = me;
    const table = page.getByRole('grid');
    const size = table.getByRole('columnheader', { name: 'size' }).getByRole('button');
    await page.getByLabel('Only what is in view').uncheck();
    await page.getByText('1,201 in the space').waitFor();
    await size.click();
    await size.click();
    await table.getByRole('row').nth(1).getByText('Town 1150').waitFor();
    assert.equal(await table.getByRole('row').nth(1).getByRole('gridcell').nth(1).innerText(), '9999');
    for (let turned = 1; turned < 25; turned++) await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('25 / 25').waitFor();
    // What has no size comes last: the point that was drawn.
    assert.equal(await table.getByRole('row').count(), 2);
  });

  test('a feature is found by part of a word, whatever case and accents', async () => {
    const { page } = me;
    await page.getByRole('searchbox', { name: 'Find features, spaces and places' }).fill('HAF');
    await page.getByRole('button', { name: 'Alter Häfen' }).click();
    await page
      .getByRole('complementary', { name: 'Feature' })
      .getByRole('heading', { name: 'Alter Häfen' })
      .waitFor();
    await assertAccessible(page);
  });

  test('of many features with a word in their name, the most important are offered first, and then the best match', async () => {
    const { page } = me;
    await page.getByRole('searchbox', { name: 'Find features, spaces and places' }).fill('town 115');
    const found = page.locator('.find-results li', { hasText: /^Town/ });
    await found.nth(5).waitFor();
    const names = await found.locator('span:first-child').allInnerTexts();
    assert.deepEqual(names, ['Town 1150', 'Town 1159', 'Town 1158', 'Town 1157', 'Town 1156', 'Town 115']);
  });

  test('categories are those of all features, the most frequent first, with their counts and the rest', async () => {
    const { page } = me;
    await page.getByRole('button', { name: /^Style of/ }).click();
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    await page.getByLabel('Property', { exact: true }).selectOption('type');
    await legend('late', '300').waitFor();
    await legend('Other', '301').waitFor();
    assert.equal(await page.locator('.legend-title').innerText(), 'type');
    assert.match(await page.locator('.legend li').first().innerText(), /^late/);
    assert.equal(await page.locator('.legend li').count(), 10);
  });

  test('classes of numbers are made by the hub, in four ways, and the last choice counts', async () => {
    const { page } = me;
    const classes = page.getByLabel('Classes', { exact: true });
    await page.getByLabel('Colour', { exact: true }).first().selectOption('graduated');
    await page.getByLabel('Property', { exact: true }).selectOption('size');
    await legend('0 – 239.8', '240').waitFor();
    await legend('Not a number', '1').waitFor();
    await classes.selectOption('natural');
    await classes.selectOption('equal');
    await legend('0 – 2,000', '1,199').waitFor();
    await legend('2,000 – 4,000', '0').waitFor();
    await legend('≥ 8,000', '1').waitFor();
    await classes.selectOption('natural');
    await legend('≥ 9,999', '1').waitFor();
    await classes.selectOption('manual');
    await page.getByLabel('Class breaks').fill('100, no');
    await page.getByLabel('Class breaks').press('Enter');
    await page.getByText('Expected 1 to 8 numbers').waitFor();
    await page.getByLabel('Class breaks').fill('1000 100');
    await page.getByLabel('Class breaks').press('Enter');
    await legend('0 – 100', '100').waitFor();
    await legend('100 – 1,000', '900').waitFor();
    await legend('≥ 1,000', '200').waitFor();
    await page.getByRole('button', { name: 'Viridis' }).click();
    await assertAccessible(page);
    const colors = async () => {
      const paint = await page.evaluate(
        `meridianMap.getPaintProperty('space ${space.id} point', 'circle-color')[3]`,
      );
      return JSON.stringify(paint)
        .match(/#[0-9a-f]{6}/g)!
        .slice(0, 3);
    };
    const light = await colors();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme="dark"]').waitFor();
    assert.deepEqual(await colors(), light.toReversed(), 'the highest class is the lightest on a dark map');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('a histogram counts every feature, filters at once on the map, and then at the hub', async () => {
    const { page } = me;
    await page.getByRole('button', { name: /^Filter/ }).click();
    // Before anything is chosen, the hub reads what tiles of a choice are made from.
    const warmUp = page.waitForRequest((request) => /\/tile\/web\/.*[?&]p\.size[<>=%]/.test(request.url()));
    await page.getByLabel('Property', { exact: true }).selectOption('size');
    const histogram = page.getByRole('group', { name: 'Distribution of size' });
    await histogram.getByText('0 – 10,000: 1,200 features').waitFor();
    await warmUp;
    await assertAccessible(page);
    const widths = `[document.querySelector('.layers > ul'), document.querySelector('.layers')].map((one) => one.getBoundingClientRect().right)`;
    const [list, panel] = await page.evaluate<[number, number]>(widths);
    assert.ok(list < panel, 'it is as wide as the panel lets it be');
    // In each frame the map draws features: while the tiles of a new filter are on their way, those of the old one.
    const isDrawn = `meridianMap.getLayer('space ${space.id} point') &&
      meridianMap.queryRenderedFeatures({ layers: ['space ${space.id} point'] }).length > 0`;
    await waitUntil(page, `meridianMap.loaded() && ${isDrawn}`);
    await page.evaluate(`globalThis.emptyFrames = 0;
      void meridianMap.on('render', () => { if (!(${isDrawn})) globalThis.emptyFrames++; })`);
    await histogram.getByLabel('Highest value').fill('0');
    await histogram.getByText('500 features').waitFor();
    const filter = `JSON.stringify(meridianMap.getFilter('space ${space.id} point'))`;
    await waitUntil(page, `${filter}.includes('["<",["to-number",["get","size"]],500]')`);
    await page.getByText('500 of 1,201 features match').waitFor();
    await page.getByText('size is less than 500').waitFor();
    await legend('100 – 1,000', '400').waitFor();
    await waitUntil(page, 'meridianMap.loaded()');
    assert.equal(await page.evaluate('globalThis.emptyFrames'), 0);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await histogram.getByText('1,200 features').waitFor();
    // With another filter it has other bins, and fewer of them without it.
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.getByLabel('Comparison').selectOption('!=');
    await page.getByLabel('Value').fill('Town 1150');
    await page.getByLabel('Value').press('Enter');
    await page.getByLabel('Property', { exact: true }).selectOption('size');
    await histogram.getByText('0 – 1,200: 1,199 features').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await histogram.getByText('0 – 10,000: 1,200 features').waitFor();
  });

  test('a range that is dragged is asked of the hub once and at once, and one frame shows all tiles of it', async () => {
    const { page } = me;
    const source = `meridianMap.getSource('space ${space.id}')`;
    const isLoaded = `meridianMap.isSourceLoaded('space ${space.id}')`;
    await page.evaluate(`void meridianMap.jumpTo({ center: [13.2, 52.15], zoom: 12 })`);
    await page.evaluate(`new Promise((resolve) => {
      meridianMap.once('idle', resolve);
      meridianMap.triggerRepaint();
    }).then(() => undefined)`);
    await waitUntil(page, `meridianMap.loaded() && ${isLoaded}`);
    // One after the other, so that there is time for a frame after each.
    let arrived = 0;
    await page.route(/\/tile\/web\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 80 * ++arrived));
      await route.continue();
    });
    await page.evaluate(`(() => {
      const seen = (globalThis.dragged = { asked: 0, early: 0, partial: 0, fetched: [], ahead: undefined });
      const source = ${source};
      const { setTiles } = source;
      source.setTiles = (tiles) => {
        seen.asked++;
        seen.ahead = seen.fetched.length;
        return setTiles.call(source, tiles);
      };
      const { fetch } = globalThis;
      globalThis.fetch = (url, options) => {
        if (String(url).includes('/tile/web/')) seen.fetched.push(url);
        return fetch(url, options);
      };
      let isDrawn = false;
      let filteredAt;
      const { gl } = meridianMap.painter.context;
      const { drawElements } = gl;
      gl.drawElements = (...args) => {
        isDrawn = true;
        drawElements.apply(gl, args);
      };
      const { setFilter } = meridianMap;
      meridianMap.setFilter = (...args) => {
        filteredAt = performance.now();
        return setFilter.apply(meridianMap, args);
      };
      meridianMap.on('render', () => {
        if (seen.asked > 0 && !${isLoaded}) seen.partial++;
        // A second later it draws what there is.
        if (isDrawn && !${isLoaded} && performance.now() - filteredAt < 900) seen.early++;
        isDrawn = false;
      });
    })()`);
    const bars = page.locator('.histogram .bars');
    await bars.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await bars.boundingBox())!;
    await page.mouse.move(x + 1, y + height / 2);
    // The pointer may have left a feature that was marked on the map.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))',
    );
    await page.mouse.down();
    for (let step = 1; step <= 5; step++) await page.mouse.move(x + (step * width) / 10, y + height / 2);
    // Longer than a choice by the keyboard rests.
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate('dragged.asked'), 0, 'the pointer is still down');
    assert.equal(await page.evaluate('dragged.early'), 0, 'nothing is drawn until tiles are laid out again');
    await page.mouse.up();
    await waitUntil(page, `dragged.asked > 0 && ${isLoaded}`);
    await page.unrouteAll({ behavior: 'wait' });
    assert.ok(arrived >= 4, `only ${arrived} tiles are in view`);
    const { asked, partial, fetched, ahead } = await page.evaluate<{
      asked: number;
      partial: number;
      fetched: string[];
      ahead: number;
    }>('dragged');
    assert.equal(asked, 1);
    assert.ok(partial <= 1, `${partial} frames while ${arrived} tiles were on their way`);
    assert.equal(ahead, arrived, 'the hub makes the new tiles while the map still draws the old ones');
    assert.deepEqual(fetched, [...new Set(fetched)], 'none is asked for twice');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('group', { name: 'Distribution of size' }).getByText('1,200 features').waitFor();
  });

  test('"contains" finds parts of texts, also within words', async () => {
    const { page } = me;
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.getByLabel('Comparison').selectOption('contains');
    await page.getByLabel('Value').fill('ÄFE');
    // What is offered is not among the 50 most frequent values.
    const offered = "[...document.querySelectorAll('datalist')].map(({ options }) => options.length)";
    await waitUntil(page, `${offered}.includes(1)`);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('1 of 1,201 features match').waitFor();
    await page.getByText('name contains ÄFE').waitFor();
    await page.getByText('1 in the space').waitFor();
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
