// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

const STYLE = {
  version: 8,
  sources: {
    // Relative to the style, as its own files are.
    ground: { type: 'vector', tiles: ['tiles/{z}/{x}/{y}.mvt'], attribution: 'Our own survey' },
  },
  layers: [
    { id: 'paper', type: 'background', paint: { 'background-color': '#aabbcc' } },
    { id: 'roads', type: 'line', source: 'ground', 'source-layer': 'roads' },
  ],
};

/** Somebody else's server with maps. */
async function startMaps(): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ''}${headers.cookie ?? ''}`.trim());
    const headers_ = { 'Access-Control-Allow-Origin': '*' };
    if (url === '/maps/style.json')
      response.writeHead(200, { ...headers_, 'Content-Type': 'application/json' }).end(JSON.stringify(STYLE));
    else if (url === '/maps/page.html') response.writeHead(200, headers_).end('<p>no style</p>');
    else if (url.startsWith('/maps/tiles/')) response.writeHead(204, headers_).end();
    else response.writeHead(404, headers_).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** PMTiles 3 with one tile, of zoom 0, and nothing compressed: of vectors with these layers, or else a PNG. */
function archiveOf(tile: Uint8Array, layers?: readonly string[]): Buffer {
  const said = layers
    ? { vector_layers: layers.map((id) => ({ id, fields: {} })) }
    : { attribution: 'Our own plane' };
  const metadata = Buffer.from(JSON.stringify(said));
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
  // One entry: tile 0, once, its length, its offset (0, counted from 1).
  const root = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const header = Buffer.alloc(127);
  header.write('PMTiles\x03', 'latin1');
  const sections = [root, metadata, Buffer.alloc(0), Buffer.from(tile)];
  let at = header.length;
  for (const [index, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    at += length;
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(1n, place);
  // Clustered; compression of directories and tiles: none; the kind of tiles; zooms 0 to 0.
  header.set([1, 1, 1, layers ? 1 : 2, 0, 0], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, ...sections]);
}

const browser = await startBrowser();
const [maps, others] = [await startMaps(), await startMaps()];
const tiles = temporaryFolder();
const hub = await startHub({
  settings: {
    MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    MERIDIAN_MAP_ORIGINS: maps.origin,
    MERIDIAN_TILES: tiles,
  },
});
const space = await newSpace(hub);
await space.load(feature('a', { name: 'A' }));

describe('a base map of one’s own', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await assertRendered(me.page, space.id, ['a']);
    await me.page.getByText('Base map').first().click();
  });

  test('that of the hub has countries and places, finds them by name, and is a globe on demand', async () => {
    const { page } = me;
    const box = page.getByRole('searchbox', { name: 'Find features, spaces and places' });
    await box.fill('REYKJAV');
    await page.getByRole('button', { name: 'Reykjavík Iceland' }).click();
    await box.fill('');
    const drawn = (layer: string) =>
      page.evaluate<string[]>(
        `globalThis.meridianMap?.loaded() ? meridianMap.queryRenderedFeatures({ layers: ['${layer}'] }).map(({ properties }) => properties.name) : []`,
      );
    const until = Date.now() + 60_000;
    while (!(await drawn('places')).includes('Reykjavík') && Date.now() < until)
      await page.waitForTimeout(200);
    assert.ok((await drawn('places')).includes('Reykjavík'));
    await page.getByText('GeoNames').first().waitFor({ state: 'attached' });
    await page.getByLabel('Globe view').check();
    assert.equal(await page.evaluate('meridianMap.getProjection().type'), 'globe');
    await assertAccessible(page);
    await page.getByLabel('Globe view').uncheck();
    assert.equal(await page.evaluate('meridianMap.getProjection().type'), 'mercator');
    await page.getByRole('button', { name: /^Zoom to/ }).click();
    assert.deepEqual(me.complaints, []);
  });

  test('positions are found by their coordinates, in the notation of any country, and marked', async () => {
    const { page } = me;
    const box = page.getByRole('searchbox', { name: 'Find features, spaces and places' });
    const middle = async (longitude: number, latitude: number) =>
      waitUntil(
        page,
        `Math.hypot(meridianMap.project([${longitude}, ${latitude}]).x - meridianMap.project(meridianMap.getCenter()).x,
          meridianMap.project([${longitude}, ${latitude}]).y - meridianMap.project(meridianMap.getCenter()).y) < 200 && meridianMap.getZoom() >= 11.9`,
      );
    await box.fill('-33.9, 18.4');
    await page.getByRole('button', { name: '33.9° S 18.4° E Coordinates' }).click();
    await middle(18.4, -33.9);
    await page.locator('.maplibregl-marker').waitFor();
    await assertAccessible(page);
    await box.fill(`52°30'N 13°24'E`);
    await page.locator('.maplibregl-marker').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '52.5° N 13.4° E' }).waitFor();
    await box.press('Enter');
    await middle(13.4, 52.5);
    await page.locator('.maplibregl-marker').waitFor();
    await box.press('Escape');
    await page.locator('.maplibregl-marker').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('48,2; 16,37');
    await page.getByRole('option', { name: /^48.2° N 16.37° E/ }).waitFor();
    await page.keyboard.press('Enter');
    await middle(16.37, 48.2);
    await page.getByRole('button', { name: /^Zoom to/ }).click();
    assert.deepEqual(me.complaints, []);
  });

  const use = async (page: Page, address: string) => {
    await page.getByLabel('Base map').selectOption('own');
    await page.getByLabel('Style URL').fill(address);
    await page.getByRole('button', { name: 'Use', exact: true }).click();
  };
  const layersOf = (page: Page) =>
    page.evaluate<string[]>(
      `globalThis.meridianMap?.isStyleLoaded() ? globalThis.meridianMap.getLayersOrder() : []`,
    );

  const waitForLayer = async (page: Page, layer: string) => {
    const until = Date.now() + 60_000;
    while (!(await layersOf(page)).includes(layer) && Date.now() < until) await page.waitForTimeout(200);
  };

  for (const [what, address, message] of [
    ['what is no address', 'ftp://x', /Not a valid URL/],
    [
      'an origin that the operator has not named',
      `${others.origin}/maps/style.json`,
      /does not allow map data from .*MERIDIAN_MAP_ORIGINS/,
    ],
    ['an address that has nothing', `${maps.origin}/nothing.json`, /status 404/],
    ['what is no style', `${maps.origin}/maps/page.html`, /is not a MapLibre style/],
    ['a path of this hub that is no style', '/openapi.json', /is not a MapLibre style/],
  ] as const)
    test(`${what} is refused with a reason, and the map stays`, async () => {
      const { page } = me;
      await use(page, address);
      await page.getByText(message).waitFor();
      assert.ok((await layersOf(page)).includes('names'));
    });

  test('nothing was asked of an origin that is not named', () => assert.deepEqual(others.asked, []));

  test('a style from a named origin is shown below the features, with its own attribution', async () => {
    const { page } = me;
    await use(page, `${maps.origin}/maps/style.json`);
    await waitForLayer(page, 'paper');
    await assertRendered(page, space.id, ['a']);
    const layers = await layersOf(page);
    assert.deepEqual(layers.slice(0, 2), ['paper', 'roads']);
    assert.ok(!layers.includes('names'));
    await page.getByText('Our own survey').first().waitFor({ state: 'attached' });
  });

  test('its tiles are found beside it, and nobody there is told who is looking', () => {
    assert.ok(
      maps.asked.some((line) => /^\/maps\/tiles\/\d+\/\d+\/\d+\.mvt$/.test(line)),
      maps.asked.join('\n'),
    );
    for (const line of maps.asked) assert.doesNotMatch(line, / /, 'no credentials');
  });

  test('it is saved with the map, and a stranger sees it too', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('On our ground');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const link = await page.getByRole('dialog').locator('.link-url').innerText();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const stranger = await newVisitor(browser as Browser, hub);
    await stranger.page.goto(link);
    await assertRendered(stranger.page, space.id, ['a']);
    assert.ok((await layersOf(stranger.page)).includes('paper'));
    await stranger.page.context().close();
  });

  test('a file of the hub with streets is one to choose, in the colours of the page; one without is not', async () => {
    const { page } = me;
    const area = [
      [
        [-20, -20],
        [20, -20],
        [20, 20],
        [-20, 20],
        [-20, -20],
      ],
    ];
    const layers = [];
    for (const id of ['earth', 'water', 'roads', 'places']) {
      await newSpace(hub, { id });
      const of = {
        type: 'Feature',
        id,
        properties: { kind: id, name: 'Here' },
        geometry: { type: 'Polygon', coordinates: area },
      };
      await hub.put(`/hub/spaces/${id}/features`, { type: 'FeatureCollection', features: [of] });
      layers.push((await hub.get(`/hub/spaces/${id}/tile/web/0/0/0.mvt`)).bytes);
    }
    writeFileSync(
      join(tiles, 'town.pmtiles'),
      archiveOf(Buffer.concat(layers), ['earth', 'water', 'roads', 'places']),
    );
    writeFileSync(join(tiles, 'other.pmtiles'), archiveOf(layers[0]!, ['earth']));
    await page.getByText('Base map').first().click();
    await page.getByText('Base map').first().click();
    const choice = page.getByLabel('Base map');
    await choice.locator('option', { hasText: 'Streets: town' }).waitFor({ state: 'attached' });
    assert.equal(await choice.locator('option', { hasText: 'other' }).count(), 0);
    await choice.selectOption({ label: 'Streets: town' });
    await waitForLayer(page, 'earth');
    await assertRendered(page, space.id, ['a']);
    const earth = () => page.evaluate<string>(`meridianMap.getPaintProperty('earth', 'fill-color')`);
    const light = await earth();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme="dark"]').waitFor();
    assert.notEqual(await earth(), light);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('a file of the hub with imagery is one to choose, the same in both looks, and strangers see it too', async () => {
    const { page } = me;
    const { bytes } = await hub.get(`${space.path}/export?format=png&width=256`);
    writeFileSync(join(tiles, 'from_above.pmtiles'), archiveOf(bytes));
    await page.getByText('Base map').first().click();
    await page.getByText('Base map').first().click();
    const choice = page.getByLabel('Base map');
    await choice.locator('option', { hasText: 'Imagery: from_above' }).waitFor({ state: 'attached' });
    await choice.selectOption({ label: 'Imagery: from_above' });
    const isDrawn = (visitor: Page) =>
      waitUntil(
        visitor,
        `globalThis.meridianMap?.getLayer('imagery') && meridianMap.loaded() && meridianMap.isSourceLoaded('imagery')`,
      );
    await isDrawn(page);
    await assertRendered(page, space.id, ['a']);
    assert.deepEqual((await layersOf(page)).slice(0, 2), ['background', 'imagery']);
    await page.getByText('Our own plane').first().waitFor({ state: 'attached' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme="dark"]').waitFor();
    assert.deepEqual((await layersOf(page)).slice(0, 2), ['background', 'imagery']);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('On our ground was saved.').waitFor();
    await page.reload();
    await isDrawn(page);
    await page.getByText('Base map').first().click();
    assert.equal(await choice.locator('option:checked').innerText(), 'Imagery: from_above');
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('the hub’s own comes back when it is chosen', async () => {
    const { page } = me;
    await page.getByLabel('Base map').selectOption('hub');
    await waitForLayer(page, 'names');
    await assertRendered(page, space.id, ['a']);
  });

  test('the browser complains about what the policy forbids and what is not there, and about nothing else', () => {
    const unexpected = me.complaints.filter(
      (complaint) =>
        !complaint.startsWith(`left the origin: ${maps.origin}/`) &&
        !complaint.includes(others.origin) &&
        !complaint.includes('404'),
    );
    assert.deepEqual(unexpected, []);
  });
});
