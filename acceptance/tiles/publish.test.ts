// Embedded engine only: the command asks for tiles over HTTP, and what it writes needs no hub.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../harness/browser.ts';
import { newUser } from '../harness/command.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertAccessible, waitUntil } from '../studio/visitor.ts';

const browser = await startBrowser();
const hub = await startHub();
const user = newUser(hub);
const site = join(user.folder, 'site');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** A web server that knows nothing but files and ranges of them. */
async function startFiles(hasRanges: boolean): Promise<string> {
  const server = createServer(({ url = '/', headers }, response) => {
    const path = join(site, url === '/' ? 'index.html' : decodeURIComponent(url.split('?')[0]!));
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    const type = { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' };
    const body = readFileSync(path);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (!hasRanges || first === undefined) return void response.writeHead(200, type).end(body);
    const part = body.subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${body.length}`;
    response.writeHead(206, { ...type, 'Content-Range': range }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const huts = await newSpace(hub, {
  title: 'Huts <b>& more</b>',
  description: 'Where to stay',
  license: 'CC-BY-4.0',
  copyright: [{ label: 'Alpine Club & friends' }],
  client: {
    studio: {
      style: {
        sign: 'house',
        shading: 'categories',
        property: 'kind',
        classes: [{ from: 'open', color: '#aa3311' }],
        popup: { text: '{name} sleeps {size.beds}.' },
      },
    },
  },
});
await huts.load(
  ...Array.from({ length: 60 }, (_, i) => ({
    type: 'Feature',
    id: `h${i}`,
    geometry: { type: 'Point', coordinates: [7 + (i % 10) / 5, 46 + Math.floor(i / 10) / 5] },
    properties: { name: `<img src=x> hut ${i}`, kind: i === 0 ? 'closed' : 'open', size: { beds: 4 } },
  })),
);
const land = await newSpace(hub, { title: 'Districts' });
await land.load({
  type: 'Feature',
  id: 'd1',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [6.8, 45.8],
        [9, 45.8],
        [9, 47.2],
        [6.8, 47.2],
        [6.8, 45.8],
      ],
    ],
  },
  properties: { name: 'one' },
});

/** Counted as their styles say. */
const counted = await Promise.all(
  ['clusters', 'hexbin'].map((view) =>
    newSpace(hub, {
      title: view,
      client: { studio: { style: { view, cellBy: { property: 'beds', measure: 'sum', low: 1, high: 9 } } } },
    }),
  ),
);
for (const space of counted)
  await space.load(
    ...Array.from({ length: 20 }, (_, i) => ({
      type: 'Feature',
      id: `c${i}`,
      geometry: { type: 'Point', coordinates: [7 + (i % 5) / 10, 46 + Math.floor(i / 5) / 10] },
      properties: { beds: 3 },
    })),
  );

describe('meridian publish', { skip: 'skip' in browser ? browser.skip : false }, () => {
  test('writes a folder with everything that a map needs', async () => {
    const ids = [huts.id, land.id, ...counted.map(({ id }) => id)];
    const { code, out, err } = await user.run('publish', 'site', ...ids, '--max-zoom', '8');
    assert.equal(code, 0, err);
    assert.match(out, /Put the folder site on a web server/);
    const files = readdirSync(site).sort();
    assert.deepEqual(
      files,
      [
        'assets',
        'index.html',
        'style.json',
        ...ids.map((id) => `${id}.pmtiles`),
        ...counted.map(({ id }) => `${id}.counts.pmtiles`),
      ].sort(),
    );
    const licences = readFileSync(join(site, 'assets', 'licences.txt'), 'utf8');
    for (const name of ['maplibre-gl', 'pmtiles', 'fflate', 'world-atlas'])
      assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
  });

  test('is a map in a browser that asks nobody else, with attribution and licence', async () => {
    const { page, asked, problems } = await opened(await startFiles(true));
    const shown = await page.evaluate(
      ([points, areas]) => {
        const { map } = globalThis as unknown as {
          map: { queryRenderedFeatures(options: object): { id: string }[] };
        };
        const ids = (layer: string) =>
          new Set(map.queryRenderedFeatures({ layers: [layer] }).map(({ id }) => id)).size;
        return [ids(`${points} point`), ids(`${areas} fill`)];
      },
      [huts.id, land.id],
    );
    assert.deepEqual(shown, [60, 1]);
    assert.deepEqual(
      await countsOf(
        page,
        counted.map(({ id }) => id),
      ),
      [20, 60],
    );
    const panel = await page.locator('#panel').innerText();
    for (const text of [
      'Huts <b>& more</b>',
      'Where to stay',
      'Alpine Club & friends',
      'Licence: CC-BY-4.0',
      'kind',
      'open',
      'Other',
      'Districts',
    ])
      assert.ok(panel.includes(text), panel);
    assert.match(
      await page.locator('.maplibregl-ctrl-attrib').innerText(),
      /Alpine Club & friends, CC-BY-4\.0/,
    );
    await page.mouse.click(...(await pixelOf(page, [8, 46.4])));
    const popup = await page.locator('.maplibregl-popup-content > div').innerText();
    assert.match(popup, /^<img src=x> hut \d+\s+<img src=x> hut \d+ sleeps 4\.$/);
    const origin = new URL(page.url()).origin;
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url)),
      [],
    );
    assert.deepEqual(problems, []);
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitUntil(page, `map.getPaintProperty('/land', 'fill-color') === '#1e272b'`);
    await assertAccessible(page);
    await page.close();
  });

  test('says so where the web server has no ranges', async () => {
    const { page } = await opened(await startFiles(false), { width: 300, height: 200 });
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /does not support range requests/);
    await page.close();
  });

  test('is written again with the style that somebody made of it, and replaces no folder of others', async () => {
    const path = join(site, 'style.json');
    const style = JSON.parse(readFileSync(path, 'utf8')) as { name: string };
    writeFileSync(path, JSON.stringify({ ...style, name: 'mine' }));
    const again = await user.run(
      'publish',
      'site',
      land.id,
      '--keep-style',
      '--title',
      'A <i>',
      '--max-zoom',
      '1',
    );
    assert.equal(again.code, 0, again.err);
    assert.equal((JSON.parse(readFileSync(path, 'utf8')) as { name: string }).name, 'mine');
    assert.match(readFileSync(join(site, 'index.html'), 'utf8'), /<title>A &lt;i&gt;<\/title>/);
    const refused = await user.run('publish', '.', land.id);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /the folder \. has other files in it/i);
  });
});

async function opened(
  url: string,
  size = { width: 1000, height: 700 },
): Promise<{ page: Page; asked: string[]; problems: string[] }> {
  const page = await (browser as Browser).newPage({ viewport: size });
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => 'map' in globalThis);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { map } = globalThis as unknown as {
          map: { once(event: string, done: () => void): void; loaded(): boolean };
        };
        if (map.loaded()) resolve();
        else map.once('idle', resolve);
      }),
  );
  return { page, asked, problems };
}

/** How many features all clusters of the first have, and what the numbers of all hexagons of the second come to. */
async function countsOf(page: Page, spaces: string[]): Promise<number[]> {
  return page.evaluate(([clustered, cells]) => {
    type Cell = { geometry: object; properties: Record<string, number> };
    const { map } = globalThis as unknown as {
      map: { queryRenderedFeatures(options: object): Cell[] };
    };
    /** What lies across tiles is found in each, so that cells are told apart by their numbers' layer. */
    const total = (layer: string, name: string) =>
      map
        .queryRenderedFeatures({ layers: [layer] })
        .reduce((sum, { properties }) => sum + properties[name]!, 0);
    return [
      total(`${clustered} cluster`, 'point_count'),
      total(`${cells} cells count`, 'aggregation.beds.sum'),
    ];
  }, spaces);
}

/** Where a position is on the page. */
async function pixelOf(page: Page, position: [number, number]): Promise<[number, number]> {
  return page.evaluate((at) => {
    const { map } = globalThis as unknown as { map: { project(at: number[]): { x: number; y: number } } };
    const { x, y } = map.project(at);
    return [x, y];
  }, position);
}
