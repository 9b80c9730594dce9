// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { installClient } from './install.ts';

/** What the library has of a feature, a source of features and a map, as far as the tests use it. */
type MapFeature = { id: string; properties: { name: string }; toJSON(): object };
/** One feature comes alone. */
type Found = { remote: true; onload: (found: MapFeature | MapFeature[]) => void };
type Provider = {
  all(): MapFeature[];
  search(where: object & Found): void;
  search(id: string): MapFeature;
  addFeature(feature: object): void;
  commit(change: object, onSuccess: (response: object) => void, onError: (error: unknown) => void): void;
  setPropertySearch(name?: string, operator?: string, value?: unknown): void;
};
type World = {
  document: { getElementById(id: string): object };
  provider: Provider;
  display: { getFeatureAt(pixel: { x: number; y: number }): { feature: MapFeature } | undefined };
  here: {
    xyz: {
      maps: {
        providers: { SpaceProvider: new (options: object) => Provider };
        layers: { TileLayer: new (options: object) => object };
        Map: new (element: object, options: object) => World['display'];
      };
    };
  };
};

const point = (id: string, lon: number, name: string) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, 50.1] },
  properties: { name },
});
const line = {
  type: 'Feature',
  id: 'road',
  geometry: {
    type: 'LineString',
    coordinates: [
      [8.49, 50.09],
      [8.52, 50.11],
    ],
  },
  properties: { name: 'Road' },
};

const client = installClient('xyz-maps');
const browser = await startBrowser();
const hub = await startHub();
const space = await newSpace(hub);
await space.load(point('centre', 8.5, 'Centre'), point('east', 8.51, 'East'), line);

/** The page with the library, which is of another origin than the hub. */
const pages = createServer((request, response) => {
  const path = request.url === '/' ? 'page.html' : request.url!.slice(1);
  response.setHeader('Content-Type', path.endsWith('.html') ? 'text/html' : 'text/javascript');
  response.end('folder' in client ? readFileSync(join(client.folder, path)) : '');
});
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
after(() => pages.close());

const left = 'skip' in client ? client.skip : 'skip' in browser ? browser.skip : false;

describe('@here/xyz-maps 0.27.0 in a browser', { skip: left }, () => {
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    if ('skip' in browser) return;
    page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    const options = { url: `${hub.url}/hub/spaces`, space: space.id, token: hub.token };
    await page.evaluate(({ url, space, token }) => {
      const world = globalThis as unknown as World;
      const { providers, layers, Map: Display } = world.here.xyz.maps;
      world.provider = new providers.SpaceProvider({
        name: 'features',
        level: 12,
        space,
        url,
        https: false,
        credentials: { access_token: token },
      });
      const style = {
        styleGroups: {
          point: [{ zIndex: 1, type: 'Circle', radius: 12, fill: '#f00' }],
          line: [{ zIndex: 0, type: 'Line', stroke: '#00f', strokeWidth: 4 }],
        },
        assign: (feature: { geometry: { type: string } }) =>
          feature.geometry.type === 'Point' ? 'point' : 'line',
      };
      const layer = new layers.TileLayer({
        name: 'layer',
        min: 2,
        max: 20,
        provider: world.provider,
        style,
      });
      world.display = new Display(world.document.getElementById('map'), {
        zoomlevel: 13,
        center: { longitude: 8.5, latitude: 50.1 },
        layers: [layer],
      });
    }, options);
  });

  /** Waits until the map has just these features. */
  const shows = (...ids: string[]) =>
    page.waitForFunction(
      (expected) => {
        const { provider } = globalThis as unknown as World;
        return (
          provider
            .all()
            .map(({ id }) => id)
            .sort()
            .join() === expected
        );
      },
      [...ids].sort().join(),
      { timeout: 15_000 },
    );

  const searched = (where: object) =>
    page.evaluate(
      (query) =>
        new Promise<string[]>((resolve) => {
          const { provider } = globalThis as unknown as World;
          provider.search({
            ...query,
            remote: true,
            onload: (found) =>
              resolve(
                [found]
                  .flat()
                  .map(({ id }) => id)
                  .sort(),
              ),
          });
        }),
      where,
    );

  const commit = (change: object) =>
    page.evaluate(
      (data) =>
        new Promise<object>((resolve, reject) => {
          const { provider } = globalThis as unknown as World;
          provider.commit(data, resolve, (error) => reject(new Error(JSON.stringify(error))));
        }),
      change,
    );

  test('shows the features of a space on the map', async () => {
    await shows('centre', 'east', 'road');
    await page.waitForFunction(
      () =>
        (globalThis as unknown as World).display.getFeatureAt({ x: 400, y: 300 })?.feature.id === 'centre',
      undefined,
      { timeout: 15_000 },
    );
  });

  test('searches by id, radius and box', async () => {
    assert.deepEqual(await searched({ ids: ['east'] }), ['east']);
    assert.deepEqual(await searched({ point: { longitude: 8.5, latitude: 50.1 }, radius: 100 }), [
      'centre',
      'road',
    ]);
    const rect = { minLon: 8.505, minLat: 50.095, maxLon: 8.515, maxLat: 50.1 };
    assert.deepEqual(await searched({ rect }), ['east', 'road']);
    const farAway = { minLon: 20, minLat: 20, maxLon: 20.01, maxLat: 20.01 };
    assert.deepEqual(await searched({ rect: farAway }), []);
  });

  test('edits and adds features, and commits them', async () => {
    await commit({ put: [point('centre', 8.5, 'Edited'), point('new', 8.495, 'New')] });
    assert.equal((await space.read('centre')).properties.name, 'Edited');
    assert.equal((await space.read('new')).properties.name, 'New');
  });

  test('removes features', async () => {
    await commit({ remove: [line] });
    assert.equal((await hub.get(`${space.features}/road`)).status, 404);
  });

  test('filters by properties in the hub', async () => {
    await page.evaluate(() =>
      (globalThis as unknown as World).provider.setPropertySearch('name', '=', ['Edited', 'East']),
    );
    await shows('centre', 'east');
  });

  test('without a complaint of the browser', () => assert.deepEqual(complaints, []));
});
