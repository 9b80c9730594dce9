// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import {
  assertRendered,
  dropFile,
  newVisitor,
  screenPoint,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

const point = (id: string, lon: number, lat: number, kind: string, tag: string) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { name: `The ${id}`, kind, visitors: id.length, '@ns:com:here:xyz': { tags: [tag] } },
});

const FILE = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    point('oak', 13.38, 52.5, 'tree', 'old'),
    point('elm', 13.4, 52.52, 'tree', 'young'),
    point('well', 13.42, 52.54, 'water', 'old'),
    {
      type: 'Feature',
      id: 'park',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [13.43, 52.49],
            [13.45, 52.49],
            [13.45, 52.5],
            [13.43, 52.5],
            [13.43, 52.49],
          ],
        ],
      },
      properties: { name: 'The park', kind: 'green' },
    },
    { type: 'Feature', id: 'broken', geometry: { type: 'Point', coordinates: [500, 0] }, properties: {} },
  ],
});

describe('from a file to a published map', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  let space: string;
  let link: string;
  let embed: string;

  before(async () => {
    me = await newVisitor(browser as Browser, hub, { permissions: ['clipboard-read', 'clipboard-write'] });
    await signInWithBrowser(me, hub);
  });

  test('a file that is dropped is looked at, imported, and its refused feature told', async () => {
    const { page } = me;
    await page.getByRole('heading', { name: 'No spaces yet' }).waitFor();
    await dropFile(page, '.page', 'town.geojson', FILE);
    await page.getByText('4 features in it').waitFor();
    await page.getByRole('heading', { name: '1 was refused' }).waitFor();
    assert.equal(await page.getByLabel('Title of the space').inputValue(), 'town');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('4 features are in the space.').waitFor();
    assert.match(
      await page.getByRole('region', { name: 'Refused features', exact: true }).first().innerText(),
      /longitude|500/i,
    );
    const { body } = await hub.get<{ id: string; title: string }[]>('/hub/spaces');
    assert.deepEqual(
      body.map(({ title }) => title),
      ['town'],
    );
    space = body[0]!.id;
  });

  test('it is on the map', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await assertRendered(page, space, ['elm', 'oak', 'park', 'well']);
  });

  test('it is coloured by a property', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Style of town' }).click();
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    await page.locator('.legend li').first().waitFor();
    await page.getByLabel('Property', { exact: true }).selectOption('kind');
    await page.locator('.legend li', { hasText: 'tree' }).waitFor();
    await assertRendered(page, space, ['elm', 'oak', 'park', 'well']);
    const kinds = await page.evaluate<string[]>(
      `globalThis.meridianMap.queryRenderedFeatures({ layers: ['space ${space} point'] }).map(({ properties }) => properties.kind).sort()`,
    );
    assert.deepEqual(kinds, ['tree', 'tree', 'water']);
  });

  test('it is filtered by tag and property, with the counts', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Filter town' }).click();
    await page.getByRole('checkbox', { name: /^old/ }).check();
    await page.getByText('2 of 4 features match').waitFor();
    await assertRendered(page, space, ['oak', 'well']);
    await page.getByLabel('Property', { exact: true }).selectOption('kind');
    await page.getByLabel('Value').fill('water');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('1 of 4 features match').waitFor();
    await assertRendered(page, space, ['well']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await assertRendered(page, space, ['elm', 'oak', 'park', 'well']);
    await page.getByRole('button', { name: 'Filter town' }).click();
  });

  test('the table and the map know of each other, and the request can be copied', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Table of features in view' }).click();
    const table = page.getByRole('grid');
    await table.getByRole('button', { name: 'well' }).click();
    await page
      .getByRole('complementary', { name: 'Feature' })
      .getByRole('heading', { name: 'The well' })
      .waitFor();
    const state = await page.evaluate(
      `globalThis.meridianMap.getFeatureState({ source: 'space ${space}', sourceLayer: '${space}', id: 'well' })`,
    );
    assert.equal((state as { selected?: boolean }).selected, true);
    await page
      .getByRole('region', { name: 'Features of town' })
      .getByRole('button', { name: 'Copy as curl' })
      .click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const path = /'(http[^']+)'/.exec(copied)![1]!.slice(hub.url.length);
    const { body } = await hub.get<{ features: unknown[] }>(path);
    assert.equal(body.features.length, 4);
    await page.getByRole('columnheader', { name: 'name' }).getByRole('button').click();
    await table.getByRole('row').nth(1).getByRole('button', { name: 'The elm' }).waitFor();
    await page.getByRole('button', { name: 'Close the table' }).click();
  });

  test('what is around a point is found', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Search by radius' }).click();
    const [middle, edge] = [await screenPoint(page, [13.4, 52.52]), await screenPoint(page, [13.4, 52.53])];
    await page.mouse.click(middle.x, middle.y);
    await page.mouse.move(edge.x, edge.y);
    await page.getByText(/^Radius: 1\.1\d km/).waitFor();
    await page.mouse.click(edge.x, edge.y);
    await page.getByText('1 found').waitFor();
    assert.equal(await page.getByRole('grid').getByRole('row').count(), 2);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByText('4 in view').waitFor();
    await page.getByRole('button', { name: 'Close the table' }).click();
  });

  for (const [how, finish] of [
    ['a click on the first corner', (x: number, y: number) => me.page.mouse.click(x, y)],
    ['the Enter key', () => me.page.keyboard.press('Enter')],
  ] as const)
    test(`what is within an area that is drawn is found; ${how} ends the drawing`, async () => {
      const { page } = me;
      await page.getByRole('button', { name: 'Search within a polygon' }).click();
      const corners = [];
      for (const corner of [
        [13.39, 52.495],
        [13.44, 52.495],
        [13.44, 52.53],
        [13.39, 52.53],
      ] as const)
        corners.push(await screenPoint(page, corner));
      for (const { x, y } of corners) {
        await page.mouse.move(x, y);
        await page.mouse.click(x, y);
        // Two clicks at once would be a double click, which is another thing.
        await page.waitForTimeout(400);
      }
      await finish(corners[0]!.x, corners[0]!.y);
      await page.getByText('2 found').waitFor();
      const titles = await page.getByRole('grid').locator('tbody th').allInnerTexts();
      assert.deepEqual(titles.toSorted(), ['The elm', 'The park']);
      const table = page.getByRole('region', { name: 'Features of town' });
      await table.getByRole('button', { name: 'Copy as curl' }).click();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.match(copied, /curl .*\/iterate.*S_INTERSECTS.*POLYGON/s);
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await page.getByText('4 in view').waitFor();
      await page.getByRole('button', { name: 'Close the table' }).click();
    });

  test('features are drawn, changed and deleted, taken back, and saved in one request', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Edit features' }).click();
    const editor = page.getByRole('complementary', { name: 'Editor' });
    const well = await screenPoint(page, [13.42, 52.54]);
    await page.mouse.click(well.x, well.y);
    await editor.getByLabel('name', { exact: true }).fill('The deep well');
    await editor.getByRole('textbox', { name: /^Tags/ }).fill('old, deep');
    await editor.getByRole('textbox', { name: /^Tags/ }).press('Enter');
    await editor.getByRole('button', { name: 'Draw a point' }).click();
    const point = await screenPoint(page, [13.41, 52.5]);
    await page.mouse.click(point.x, point.y);
    await editor.getByLabel('Name', { exact: true }).fill('name');
    await editor.getByLabel('Value', { exact: true }).fill('The bench');
    await editor.getByRole('button', { name: 'Add property' }).click();
    const oak = await screenPoint(page, [13.38, 52.5]);
    await page.mouse.click(oak.x, oak.y);
    await editor.getByRole('heading', { name: 'oak' }).waitFor();
    await editor.getByRole('button', { name: 'Delete feature' }).click();
    await editor.getByRole('button', { name: 'Save 3 changes' }).waitFor();
    await editor.getByRole('button', { name: 'Undo' }).click();
    await editor.getByRole('button', { name: 'Save 2 changes' }).waitFor();
    await editor.getByRole('button', { name: 'Redo' }).click();
    let writes = 0;
    page.on('request', (request) => {
      if (request.url().includes('/features') && request.method() !== 'GET') writes++;
    });
    // The notice goes away by itself: look for it before the click.
    await Promise.all([
      page.getByText('3 changes saved.').waitFor(),
      editor.getByRole('button', { name: 'Save 3 changes' }).click(),
    ]);
    assert.equal(writes, 1);
    const { body } = await hub.get<{
      features: { id: string; properties: Record<string, { tags: string[] }> }[];
    }>(`/hub/spaces/${space}/search`);
    const names = body.features.map(({ properties }) => String(properties.name)).sort();
    assert.deepEqual(names, ['The bench', 'The deep well', 'The elm', 'The park']);
    const well2 = body.features.find(({ id }) => id === 'well')!;
    assert.deepEqual(well2.properties['@ns:com:here:xyz']!.tags.toSorted(), ['deep', 'old']);
    const bench = body.features.find(({ properties }) => String(properties.name) === 'The bench')!;
    await assertRendered(page, space, ['elm', 'park', 'well', bench.id]);
  });

  test('somebody else’s change is not overwritten without a word', async () => {
    const { page } = me;
    const editor = page.getByRole('complementary', { name: 'Editor' });
    const elm = await screenPoint(page, [13.4, 52.52]);
    await page.mouse.click(elm.x, elm.y);
    await editor.getByRole('heading', { name: 'elm' }).waitFor();
    await hub.patch(`/hub/spaces/${space}/features/elm`, { properties: { name: 'Theirs' } });
    await editor.getByLabel('name', { exact: true }).fill('Mine');
    await editor.getByLabel('name', { exact: true }).press('Enter');
    await editor.getByRole('button', { name: 'Save 1 change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit conflict' });
    await dialog.waitFor();
    const row = dialog.getByRole('row', { name: /^name/ });
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['Mine', 'Theirs']);
    const stored = async () =>
      (await hub.get<{ properties: { name: string } }>(`/hub/spaces/${space}/features/elm`)).body.properties
        .name;
    assert.equal(await stored(), 'Theirs');
    await dialog.getByRole('radio', { name: 'name: save mine' }).check();
    await Promise.all([
      page.getByText('1 change saved.').waitFor(),
      dialog.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    assert.equal(await stored(), 'Mine');
    await editor.getByRole('button', { name: 'Close' }).click();
  });

  test('after a reload everything is still there', async () => {
    const { page } = me;
    await page.reload();
    await page.locator('.legend li', { hasText: 'tree' }).waitFor();
    const { body } = await hub.get<{ features: { id: string }[] }>(`/hub/spaces/${space}/search`);
    await assertRendered(
      page,
      space,
      body.features.map(({ id }) => id),
    );
  });

  test('it is saved as a project and published', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the map' });
    await dialog.getByLabel('Title').fill('Our town');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const links = page.getByRole('dialog').getByRole('list', { name: 'Links' });
    link = await links.getByRole('link').innerText();
    assert.match(link, /\/maps\/[A-Za-z0-9_-]{30,}$/);
    await page.getByRole('dialog').getByLabel('Name of the new link').fill('For the council');
    await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click();
    await links.getByText('For the council').waitFor();
    // Links are stored: they can be copied again whenever the dialog is opened.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Published' }).click();
    assert.equal(await links.getByRole('link').first().innerText(), link);
    const second = await links.getByRole('link').last().innerText();
    await links.getByRole('button', { name: 'Copy embed code' }).first().click();
    embed = await page.evaluate<string>('navigator.clipboard.readText()');
    await links.getByRole('button', { name: 'Revoke' }).last().click();
    await links.getByText('For the council').waitFor({ state: 'detached' });
    const [, revoked] = /maps\/(.+)$/.exec(second)!;
    assert.equal((await hub.get(`/hub/spaces/${space}/search`, { token: revoked! })).status, 401);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  test('a stranger who has the link sees it, and can change nothing', async () => {
    const stranger = await newVisitor(browser as Browser, hub);
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { name: 'Our town' }).waitFor();
    const { body } = await hub.get<{ features: { id: string }[] }>(`/hub/spaces/${space}/search`);
    await assertRendered(
      stranger.page,
      space,
      body.features.map(({ id }) => id),
    );
    assert.equal(await stranger.page.getByRole('button', { name: /Edit|Save/ }).count(), 0);
    assert.equal(await stranger.page.getByRole('navigation', { name: 'Main' }).count(), 0);
    assert.deepEqual(stranger.complaints, []);
    await stranger.page.context().close();
  });

  test('the view and the chosen feature are in the address, for oneself and for strangers', async () => {
    const { page } = me;
    const well = await screenPoint(page, [13.42, 52.54]);
    await page.mouse.click(well.x, well.y);
    const card = page.getByRole('complementary', { name: 'Feature' });
    await card.getByRole('heading', { name: 'The deep well' }).waitFor();
    const { hash } = new URL(page.url());
    assert.match(hash, /^#\/map\/[^?]+\?at=[\d.]+\/52\.[\d]+\/13\.[\d]+&feature=[^/]+\/well$/);
    await page.reload();
    await card.getByRole('heading', { name: 'The deep well' }).waitFor();
    await card.getByRole('button', { name: 'Close' }).click();
    const stranger = await newVisitor(browser as Browser, hub);
    await stranger.page.goto(`${link}#${hash.slice(hash.indexOf('?'))}`);
    await stranger.page.getByRole('heading', { name: 'The deep well' }).waitFor();
    await stranger.page.context().close();
  });

  test('on a page of somebody else the map is shown whole, on a phone too, with nothing but the map', async (t) => {
    const stranger = await newVisitor(browser as Browser, hub, { viewport: { width: 390, height: 700 } });
    const { page } = stranger;
    const elsewhere = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Ours</title>${embed}`);
    }).listen(0, '127.0.0.1');
    t.after(() => elsewhere.close());
    await once(elsewhere, 'listening');
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Our town' }).waitFor();
    assert.equal(await frame.getByRole('banner').isVisible(), false);
    await frame.getByRole('button', { name: 'Legend' }).click();
    await frame.locator('.legend li', { hasText: 'tree' }).waitFor();
    const [, framed] = page.frames();
    const bounds = await framed!.evaluate<number[]>('meridianMap.getBounds().toArray().flat()');
    assert.ok(
      bounds[0]! < 13.39 && bounds[1]! < 52.49 && bounds[2]! > 13.46 && bounds[3]! > 52.54,
      String(bounds),
    );
    const denied = await hub.get('/', { token: null });
    assert.equal(denied.headers['x-frame-options'], 'DENY');
    await page.context().close();
  });

  test('once it is unpublished the link opens nothing', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/projects`);
    await page.getByLabel('Actions for Our town').click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Everyone with the link can view').waitFor();
    const stranger = await newVisitor(browser as Browser, hub);
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { name: 'no longer published' }).waitFor();
    const [, token] = /maps\/(.+)$/.exec(link)!;
    assert.equal((await hub.get(`/hub/spaces/${space}/search`, { token: token! })).status, 401);
    await stranger.page.context().close();
  });

  test('the browser has had nothing to complain about, and has asked nobody else', () => {
    assert.deepEqual(me.complaints, []);
  });
});
