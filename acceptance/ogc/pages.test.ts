import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertAccessible } from '../studio/visitor.ts';

const hub = await startHub();
const space = await newSpace(hub, { title: 'Places <b>&', description: 'Some places' });
await space.load(
  ...Array.from({ length: 150 }, (_, i) =>
    feature(
      `p${i}`,
      { name: i === 0 ? '<script>alert(1)</script>' : `Place ${i}`, n: i, web: 'https://example.org/' },
      {
        geometry: { type: 'Point', coordinates: [i / 10, 50] },
      },
    ),
  ),
  feature(
    'area',
    {},
    {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 0],
          ],
        ],
      },
    },
  ),
  { type: 'Feature', id: 'nowhere', geometry: null, properties: {} },
);
const browser = await startBrowser();
const left = 'skip' in browser ? browser : {};

const collection = `/ogc/collections/${space.id}`;
const PAGES = ['/ogc', '/ogc/conformance', '/ogc/api', '/ogc/collections', collection].concat(
  `${collection}/items`,
  `${collection}/items?filter=n%3C0`,
  `${collection}/items/p0`,
  `${collection}/items/area`,
  `${collection}/items/nowhere`,
  `${collection}/schema`,
  `${collection}/tiles/WebMercatorQuad`,
  '/ogc/tileMatrixSets/WebMercatorQuad',
  '/ogc/functions',
  '/ogc/styles',
  `/ogc/styles/${space.id}`,
  `/ogc/styles/${space.id}/metadata`,
  `${collection}/styles/${space.id}`,
);

async function open(path: string) {
  if ('skip' in browser) throw new Error(browser.skip);
  const context = await browser.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${hub.token}` },
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(hub.url + path);
  return { page, complaints, close: () => context.close() };
}

describe('a browser gets pages', () => {
  for (const path of PAGES)
    test(
      `${path.replace(space.id, '…')} is accessible, runs no script and loads all it names`,
      left,
      async () => {
        const { page, complaints, close } = await open(path);
        assert.equal(await page.evaluate<number>('document.scripts.length'), 0);
        await assertAccessible(page);
        assert.deepEqual(complaints, []);
        await close();
      },
    );

  test('through which it goes by links and with a filter', left, async () => {
    const { page, complaints, close } = await open('/ogc');
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    await page.getByRole('link', { name: 'Places <b>&' }).first().click();
    await page.getByRole('link', { name: 'Features' }).click();
    const rows = page.locator('tbody tr');
    assert.equal(await rows.count(), 100);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/cursor=/);
    assert.equal(await rows.count(), 52);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByLabel('Filter (CQL2)').fill("name LIKE '%1%' AND n < 20");
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=name/);
    assert.equal(await rows.count(), 12);
    await page.getByRole('link', { name: 'p17' }).click();
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'p17');
    assert.deepEqual(complaints, []);
    await close();
  });
});

test('the map of a feature on both sides of the antimeridian is narrow', async () => {
  const islands = await newSpace(hub);
  const coordinates = [179, -179].map((x) => [x, -17]);
  await islands.load(feature('fiji', { name: 'Fiji' }, { geometry: { type: 'MultiPoint', coordinates } }));
  const { text } = await hub.get(`/ogc/collections/${islands.id}/items/fiji?f=html`);
  const [west, east] = Array.from(text.matchAll(/M([\d.]+) [\d.]+h0/g), ([, x]) => Number(x));
  assert.ok(west! < east! && east! - west! > 600, `the islands are at ${west} and ${east}`);
  assert.equal(text.match(/land\.svg/g)?.length, 2, 'with land on both sides');
  assert.match(text, /<p class="lead">Fiji</);
});

test('programs get JSON, also where they accept anything', async () => {
  for (const accept of ['*/*', 'application/json', 'application/geo+json, text/html', 'image/png'])
    assert.match((await hub.get('/ogc', { headers: { accept } })).headers['content-type']!, /json/);
  for (const accept of [
    'text/html',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/json;q=0.5,text/html',
  ])
    assert.match((await hub.get('/ogc', { headers: { accept } })).headers['content-type']!, /html/);
});
