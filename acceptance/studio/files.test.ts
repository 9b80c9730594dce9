import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';
import { newSpace } from '../harness/space.ts';
import { dropFile, newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
await space.load(feature('a', { name: 'A' }), feature('b', { name: 'B' }));

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Placemark><name>Here</name><Point><coordinates>13.4,52.5</coordinates></Point></Placemark>
  <Placemark><name>There</name><Point><coordinates>13.5,52.6</coordinates></Point></Placemark></Document></kml>`;
const GPX = `<?xml version="1.0"?><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="52.5" lon="13.4"><name>Here</name></wpt></gpx>`;
const CSV = 'name,place_e,place_n\nHere,13.4,52.5\nThere,13.5,52.6\n';

/** A second layer with the features of the first. */
function addLayer(file: string, name: string): void {
  const database = new DatabaseSync(file);
  const { first } = database.prepare('SELECT table_name AS first FROM gpkg_contents').get() as {
    first: string;
  };
  database.exec(`CREATE TABLE "${name}" AS SELECT * FROM "${first}"`);
  for (const [table, more] of [
    ['gpkg_contents', `, identifier = '${name}'`],
    ['gpkg_geometry_columns', ''],
  ] as const)
    database.exec(
      `CREATE TEMP TABLE copied AS SELECT * FROM ${table};
       UPDATE copied SET table_name = '${name}'${more};
       INSERT INTO ${table} SELECT * FROM copied;
       DROP TABLE copied`,
    );
  database.close();
}

async function openImport(page: Page): Promise<void> {
  await page.goto(`${hub.url}/#/spaces`);
  // The screen of the file before must be gone: two steps at once would be none.
  await page.getByRole('heading', { name: 'Spaces', exact: true }).waitFor();
  await page.goto(`${hub.url}/#/import`);
  await page.getByText('Drop a file here').waitFor();
}

describe('files in the browser', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub, { acceptDownloads: true });
    await signInWithBrowser(me, hub);
  });

  for (const [name, content, told] of [
    ['places.kml', KML, '2 features in it'],
    ['places.gpx', GPX, '1 feature in it'],
  ] as const)
    test(`${name} is read`, async () => {
      await openImport(me.page);
      await dropFile(me.page, '.page', name, content);
      await me.page.getByText(told).waitFor();
    });

  test('of a table whose columns are not understood, the columns are chosen', async () => {
    const { page } = me;
    await openImport(page);
    await dropFile(page, '.page', 'places.csv', CSV);
    await page.getByLabel('Longitude').selectOption('place_e');
    await page.getByLabel('Latitude').selectOption('place_n');
    await page.getByText('2 features in it').waitFor();
    await page.getByText('Properties', { exact: true }).click();
    await page.getByLabel('Property with the id').selectOption('name');
    await page.getByLabel('Tags for all features').fill('imported');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 features are in the space.').waitFor();
    const { body } = await hub.get<{ id: string; title: string }[]>('/hub/spaces');
    const made = body.find(({ title }) => title === 'places')!;
    const found = await hub.get<{ features: { id: string; geometry: unknown }[] }>(
      `/hub/spaces/${made.id}/search?tags=imported`,
    );
    assert.deepEqual(
      found.body.features.map(({ id, geometry }) => [id, geometry]),
      [
        ['Here', { type: 'Point', coordinates: [13.4, 52.5] }],
        ['There', { type: 'Point', coordinates: [13.5, 52.6] }],
      ],
    );
  });

  test('of a table the found columns are named, and others can be chosen instead', async () => {
    const { page } = me;
    await openImport(page);
    await dropFile(page, '.page', 'found.csv', 'name,lat,lng,x,y\nHere,52.5,13.4,1,2\n');
    await page.getByText('1 feature in it').waitFor();
    const longitude = page.getByLabel('Longitude');
    assert.equal(await longitude.locator('option:checked').innerText(), 'Detected: lng');
    assert.equal(await page.getByLabel('Latitude').locator('option:checked').innerText(), 'Detected: lat');
    assert.deepEqual((await longitude.locator('option').allInnerTexts()).slice(1), [
      'name',
      'lat',
      'lng',
      'x',
      'y',
    ]);
    await longitude.selectOption('x');
    await page.getByText('1 feature in it').waitFor();
    await page.getByLabel('System of coordinates').fill('EPSG:3857');
    await page.getByLabel('System of coordinates').press('Tab');
    await page.getByText('In the file: EPSG:3857. Converted to longitude and latitude').waitFor();
    await page.getByLabel('System of coordinates').fill('EPSG:99');
    await page.getByLabel('System of coordinates').press('Tab');
    await page.getByRole('alert').filter({ hasText: 'EPSG:99' }).waitFor();
  });

  test('what was guessed and left out is said before the import and behind it, in the words of the command', async () => {
    const { page } = me;
    await openImport(page);
    await dropFile(page, '.page', 'guessed.csv', 'wkt;h\nPOINT M (1 2 7);3,5\nPOINT (3 4);4,5\n');
    await page.getByText('2 features in it').waitFor();
    const guessed =
      'Not said by the file: delimiter ";"; geometry in "wkt"; decimal commas in "h"; measures (M) of 1 feature, left out';
    await page.getByText(guessed).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 features are in the space.').waitFor();
    await page.locator('.report').getByText(guessed).waitFor();
  });

  for (const [name, content] of [
    ['no-coordinates.csv', 'name,size\na,1\nb,2\n'],
    ['notes.txt', 'Shopping\nmilk\nbread\n'],
  ] as const)
    test(`${name} has no coordinates: that is said, and nothing is imported unless asked for`, async () => {
      const { page } = me;
      await openImport(page);
      await dropFile(page, '.page', name, content);
      await page.getByText('No column looks like coordinates.').waitFor();
      await page.getByText('2 rows in it').waitFor();
      const start = page.getByRole('button', { name: 'Import', exact: true });
      assert.ok(await start.isDisabled());
      assert.equal(await page.locator('.preview-map').count(), 0);
      await page.getByLabel('Import rows without a geometry').check();
      await page.getByText('2 features in it').waitFor();
      assert.ok(await start.isEnabled());
    });

  test('of two features with one id the refused one is named, and gets another id on demand', async () => {
    const { page } = me;
    // More than one request to the hub: the two are not in the same one.
    const others = Array.from({ length: 5000 }, (_, n) => feature(`x${n}`, { name: 'X' }));
    const features = [feature('036', { name: 'Australia' }), ...others, feature('036', { name: 'Ashmore' })];
    await openImport(page);
    await dropFile(page, '.page', 'twice.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^5\D?001 features are in the space\./).waitFor();
    const row = page.getByRole('region', { name: 'Refused features' }).getByRole('row').nth(1);
    assert.match(await row.innerText(), /^feature 5\D?002\s+Ashmore\s/);
    await page.getByRole('button', { name: 'Import with new ids' }).click();
    await page.getByText('1 feature is in the space.').waitFor();
    const { body } = await hub.get<{ id: string; title: string }[]>('/hub/spaces');
    const made = body.find(({ title }) => title === 'twice')!;
    const search = (query: string) =>
      hub.get<{ features: { properties: { name: string } }[] }>(`/hub/spaces/${made.id}/search?${query}`);
    const named = await Promise.all(['Australia', 'Ashmore', 'X'].map((name) => search(`p.name=${name}`)));
    assert.deepEqual(
      named.map(({ body }) => body.features.length),
      [1, 1, 5000],
    );
  });

  test('a space goes into a GeoPackage, and out of it again', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/spaces`);
    const card = page.locator('.card', { hasText: space.id });
    await card.locator('summary').click();
    await card.getByRole('button', { name: 'Export' }).click();
    await page.getByLabel('Format').selectOption('geopackage');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'A space.gpkg');
    const file = join(temporaryFolder(), 'space.gpkg');
    await download.saveAs(file);
    await openImport(page);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('2 features in it').waitFor();
    assert.equal(await page.getByLabel('Layer', { exact: true }).count(), 0);
  });

  test('layers of a GeoPackage become spaces of their own, or one is chosen', async () => {
    const { page } = me;
    const { bytes } = await hub.get(`${space.path}/export?format=geopackage`);
    const file = join(temporaryFolder(), 'layers.gpkg');
    writeFileSync(file, bytes);
    addLayer(file, 'second');
    await openImport(page);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('4 features in it').waitFor();
    await page.getByLabel('Layer', { exact: true }).selectOption('second');
    await page.getByText('2 features in it').waitFor();
    await page
      .getByLabel('Layer', { exact: true })
      .selectOption({ label: 'All, each in a space of its own' });
    await page.getByText('4 features in it').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('2 features are in the space.').waitFor();
    await page.getByText(/layers\.gpkg: second: 2 imported/).waitFor();
    const { body } = await hub.get<{ title: string }[]>('/hub/spaces');
    const titles = body.map(({ title }) => title).filter((title) => title.startsWith('layers: '));
    assert.deepEqual(titles.sort(), [`layers: ${space.id}`, 'layers: second'].sort());
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
