// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import type { Browser, Request } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessibleInBoth,
  assertRendered,
  newVisitor,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Trees' });
const tree = (id: string, at: number, properties: Record<string, unknown>) =>
  feature(
    id,
    { name: id, ...properties },
    { geometry: { type: 'Point', coordinates: [13.3 + at / 20, 52.5] } },
  );
await space.load(
  tree('young oak', 0, { kind: 'oak', height: 3, code: 1, of: ['park'] }),
  tree('old oak', 1, { kind: 'oak', height: 30, code: 'x', of: ['street'] }),
  tree('young elm', 2, { kind: 'elm', height: 4, code: 2 }),
  tree('old elm', 3, { kind: 'elm', height: 28, code: 'y' }),
  tree('stump', 4, { kind: 'ash', height: 1 }),
);

/** The first file of an archive with such a name. */
function unzipped(zip: Buffer, name: RegExp): Buffer {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    if (!name.test(zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28)))) continue;
    const start = zip.readUInt32LE(at + 42);
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    return zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
  }
  throw new Error(`nothing is called ${name}`);
}

describe('conditions of a filter', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await me.page.getByRole('button', { name: 'Filter Trees' }).click();
  });

  const field = (name: string) => me.page.getByLabel(name, { exact: true });
  async function add(property: string, comparison: string, value: string, to?: string): Promise<void> {
    await field('Property').selectOption(property);
    await field('Comparison').selectOption(comparison);
    await field('Value').fill(value);
    if (to) await field('Add to').selectOption({ label: to });
    await field('Value').press('Enter');
  }
  async function assertShown(...names: string[]): Promise<void> {
    await me.page.getByText(`${names.length} of 5 features match`).waitFor();
    await assertRendered(me.page, space.id, names);
  }
  const clear = async () => {
    await me.page.getByRole('button', { name: 'Clear', exact: true }).click();
    await me.page.getByText('5 of 5 features match').waitFor();
  };

  test('must all hold, until one of them is to be enough', async () => {
    await add('kind', '=', 'ash');
    await add('height', '>', '25');
    await me.page.getByText('0 of 5 features match').waitFor();
    await field('Features match').selectOption('any');
    await assertShown('stump', 'old oak', 'old elm');
    await me.page.getByText('height is more than 25').waitFor();
    await add('of', '@>', 'park', 'the list');
    await assertShown('stump', 'old oak', 'old elm', 'young oak');
  });

  test('are in the address of a map that is not saved: who is sent it sees the same', async () => {
    const { page } = me;
    const { hash } = new URL(page.url());
    assert.ok(new URLSearchParams(hash.split('?')[1]).get('filter')?.includes('["p.height",">",25]'), hash);
    await clear();
    assert.ok(!page.url().includes('filter='), page.url());
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await assertShown('stump', 'old oak', 'old elm', 'young oak');
  });

  test('read from right to left where the page does: the name, how it is compared, the value', async () => {
    const { page } = me;
    const condition = page.locator('.one-condition code').filter({ hasText: 'height is more than 25' });
    const leftOf = async (text: string) =>
      (await condition.locator('bdi', { hasText: text }).boundingBox())!.x;
    assert.ok((await leftOf('height')) < (await leftOf('25')));
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    assert.ok((await leftOf('height')) > (await leftOf('25')));
    await page.evaluate(`document.documentElement.dir = 'ltr'`);
    await clear();
  });

  test('of a layer that is hidden ask for no tiles, and let the map draw on', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Hide Trees' }).click();
    const asked: string[] = [];
    const note = (request: Request) => {
      if (request.url().includes('/tile/web/')) asked.push(request.url());
    };
    page.on('request', note);
    await add('kind', '=', 'ash');
    await waitUntil(page, `meridianMap.getSource('space ${space.id}').tiles[0].includes('ash')`);
    assert.notEqual(await page.evaluate('meridianMap.isHeld'), true);
    page.off('request', note);
    assert.deepEqual(asked, []);
    await page.getByRole('button', { name: 'Show Trees' }).click();
    await clear();
  });

  test('that are not equal mean the same alone and in a group: other types differ, what is not there does not', async () => {
    await add('code', '!=', 'x');
    await assertShown('young oak', 'young elm', 'old elm');
    await add('kind', '=', 'ash');
    await field('Features match').selectOption('any');
    await assertShown('young oak', 'young elm', 'old elm', 'stump');
    await clear();
  });

  test('are grouped, so that some of which one is enough are among others that must hold', async () => {
    const { page } = me;
    await add('height', '>', '2');
    await add('kind', '=', 'oak', 'a new group');
    await assertShown('young oak', 'old oak');
    await add('name', 'contains', 'young');
    await assertShown('young oak', 'old oak', 'young elm');
    await field('In group 1').selectOption('all');
    await assertShown('young oak');
    await field('In group 1').selectOption('any');
    await assertShown('young oak', 'old oak', 'young elm');
    await page.getByRole('button', { name: 'Filter Trees (3 set)' }).waitFor();
    await assertAccessibleInBoth(page);
  });

  test('filter the table, what is exported of it, the legend and the statistics', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Table of features in view' }).click();
    const names = page.getByRole('grid').getByRole('rowheader');
    await waitUntil(page, `document.querySelectorAll('tbody tr').length === 3`);
    assert.deepEqual((await names.allInnerTexts()).sort(), ['old oak', 'young elm', 'young oak']);
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('rowheader').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Export the selection' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const { features } = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
    assert.deepEqual(features.map(({ id }: { id: string }) => id).sort(), [
      'old oak',
      'young elm',
      'young oak',
    ]);
    await page.getByRole('button', { name: 'Close the table' }).click();
    await page.getByRole('button', { name: 'Style of Trees' }).click();
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    await field('Property').selectOption('kind');
    await page.locator('.side .legend li', { hasText: 'oak' }).getByText('2', { exact: true }).waitFor();
    await page.locator('.side .legend li', { hasText: 'elm' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Statistics of the view' }).click();
    await page.getByText('3 features in view').waitFor();
    await page.getByRole('button', { name: 'Statistics of the view' }).click();
  });

  test('choose what is exported, as Shapefile and as KML', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Filter Trees (3 set)' }).click();
    const exported = async (format: string) => {
      await page.getByRole('button', { name: 'Export what matches' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('3 selected').waitFor();
      await dialog.getByLabel('Format').selectOption({ label: format });
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      const file = await saved;
      await dialog.waitFor({ state: 'detached' });
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const names = ['old oak', 'young elm', 'young oak'];
    const kml = await exported('KML');
    assert.equal(kml.name, 'Trees.kml');
    const placemarks = kml.bytes.toString().matchAll(/<Placemark>.*?<name>(.*?)<\/name>/gs);
    assert.deepEqual(Array.from(placemarks, ([, name]) => name).sort(), names);
    const zip = await exported('Shapefile');
    assert.equal(zip.name, 'Trees.zip');
    const table = unzipped(zip.bytes, /\.dbf$/);
    assert.equal(table.readUInt32LE(4), 3, 'rows');
    for (const name of names) assert.ok(table.includes(name));
    await page.getByRole('button', { name: 'Filter Trees (3 set)' }).click();
  });

  test('are saved with the map and published with it', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Some trees');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    const link = await dialog.locator('.link-url').first().innerText();
    await dialog
      .getByRole('button', { name: /^(Done|Close)$/ })
      .first()
      .click();
    const project = /#\/map\/[^?]+/.exec(await page.evaluate<string>('location.hash'))![0];
    await page.goto(`${hub.url}/#/spaces`);
    await page.reload();
    await page.goto(`${hub.url}/${project}`);
    await assertRendered(page, space.id, ['young oak', 'old oak', 'young elm']);
    const { page: other, complaints } = await newVisitor(browser as Browser, hub);
    await other.goto(link);
    await assertRendered(other, space.id, ['young oak', 'old oak', 'young elm']);
    assert.deepEqual(complaints, []);
    await other.context().close();
  });

  test('are removed by keys alone, with the focus on the next one', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Filter Trees (3 set)' }).click();
    await page.getByRole('button', { name: 'Remove the filter height is more than 2' }).focus();
    const focused = (name: string) =>
      waitUntil(page, `document.activeElement?.getAttribute('aria-label') === ${JSON.stringify(name)}`);
    await page.keyboard.press('Enter');
    await focused('Remove the filter kind is oak');
    await page.keyboard.press('Enter');
    await focused('Remove the filter name contains young');
    await page.keyboard.press('Enter');
    await waitUntil(page, `document.activeElement?.matches('.condition select')`);
    await assertShown('young oak', 'old oak', 'young elm', 'old elm', 'stump');
    assert.equal(await page.locator('.condition-group').count(), 0);
  });

  test('of numbers are chosen in a histogram, also where they are one of several ways to match', async () => {
    const { page } = me;
    await add('kind', '=', 'ash');
    await field('Features match').selectOption('any');
    await field('Property').selectOption('height');
    const histogram = page.getByRole('group', { name: 'Distribution of height' });
    await histogram.getByText('5 features').waitFor();
    const last = Number(await histogram.getByLabel('Highest value').getAttribute('max'));
    await histogram.getByLabel('Lowest value').fill('1');
    await histogram.getByLabel('Highest value').fill(String(last - 1));
    await page.locator('.condition-group').waitFor();
    const matching = Number(/^\d/.exec(await page.locator('.matching').innerText())![0]);
    await page
      .locator('.condition-group')
      .getByText(/height is at least/)
      .waitFor();
    await page
      .locator('.condition-group')
      .getByText(/height is less than/)
      .waitFor();
    await field('Features match').selectOption('all');
    await page.getByText('0 of 5 features match').waitFor();
    assert.equal(await page.locator('.condition-group').count(), 0);
    assert.ok(matching >= 1);
    await clear();
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
