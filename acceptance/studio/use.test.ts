import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findProgram } from '../../testing/programs.ts';
import { pythonWith } from '../../testing/python.ts';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { feature, tagged } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
await space.load(feature('a', { name: 'A', size: 3 }), tagged('b', 'tall'));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

describe('what “Use it in…” shows to copy', { skip: 'skip' in browser ? browser.skip : false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-use-'));
  after(() => rmSync(folder, { recursive: true }));
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder })).stdout;
  const lines = new Map<string, string>();
  let me: Visitor;
  let password: string;

  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub);
    const { page } = me;
    await page.getByLabel(/^Actions for/).click();
    await button(page, 'Use it in…').click();
    const use = page.getByRole('region', { name: 'Use it in…' });
    await use.getByRole('button', { name: 'Create a token for 30 days' }).click();
    await use.getByText('expires on').waitFor();
    for (const name of await use
      .getByRole('group', { name: 'Program' })
      .getByRole('button')
      .allInnerTexts()) {
      await use.getByRole('button', { name, exact: true }).click();
      lines.set(name, await use.getByRole('region', { name, exact: true }).innerText());
      if (name === 'QGIS')
        password = await use.getByRole('region', { name: 'Password: the token' }).innerText();
    }
  });

  test('the token reads this space only, and ends by itself', async () => {
    const other = await newSpace(hub);
    assert.equal((await hub.get(`${space.path}/search`, { token: password })).status, 200);
    assert.equal((await hub.put(`${space.features}/c`, feature('c'), { token: password })).status, 403);
    assert.equal((await hub.get(`${other.path}/search`, { token: password })).status, 403);
    const tokens = await me.page.evaluate<{ exp?: number; description: string }[]>(
      `fetch('token-api/tokens').then((response) => response.json())`,
    );
    const { exp } = tokens.find(({ description }) => description.endsWith('in another program'))!;
    const days = (exp! * 1000 - Date.now()) / 86_400_000;
    assert.ok(days > 29 && days <= 30, `${days} days`);
    await hub.delete(other.path);
  });

  test('TileJSON leads to tiles', async () => {
    const tileJson = await fetch(lines.get('TileJSON')!);
    const { tiles } = (await tileJson.json()) as { tiles: string[] };
    const tile = await fetch(tiles[0]!.replaceAll(/\{[xyz]\}/g, '0'));
    assert.equal(tile.status, 200);
    assert.ok((await tile.arrayBuffer()).byteLength > 0);
  });

  test('MapLibre shows the features', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/map`);
    await page.locator('.maplibregl-canvas').waitFor();
    const ids = await page.evaluate<string[]>(`(async (map) => {
      const idle = () => new Promise((resolve) => void map.once('idle', resolve));
      if (!map.isStyleLoaded()) await idle();
      ${lines.get('MapLibre')}
      map.jumpTo({ center: [0, 0], zoom: 1 });
      await idle();
      const found = map.queryRenderedFeatures({ layers: ['${space.id} circle'] });
      return [...new Set(found.map(({ properties }) => properties.id))].sort();
    })(meridianMap)`);
    assert.deepEqual(ids, ['a', 'b']);
    assert.deepEqual(me.complaints, []);
  });

  test('the page of the interface finds an operation by words, and tries it', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/docs`);
    await page.getByLabel('Find operations').fill('count features');
    await page.getByText(/^\d+ of \d+ operations$/).waitFor();
    assert.ok(await page.locator('#getMetrics').isHidden());
    const article = page.locator('#countFeatures');
    await article.getByText('Try it').click();
    await article.getByLabel('space_id').fill(space.id);
    await article.getByRole('button', { name: 'Send' }).click();
    await article.getByText('"count": 2').waitFor();
    assert.deepEqual(me.complaints, []);
  });

  test('QGIS finds the collection by the URL and the password', async () => {
    const response = await fetch(`${lines.get('QGIS')}/collections/${space.id}/items`, {
      headers: { Authorization: `Basic ${btoa(`any:${password}`)}`, Accept: 'application/geo+json' },
    });
    assert.equal(((await response.json()) as { numberMatched: number }).numberMatched, 2);
  });

  test('curl prints features', async () => {
    assert.equal(JSON.parse(await run('bash', '-c', lines.get('curl')!)).features.length, 2);
  });

  const gdal = findProgram(['ogr2ogr'], 'gdal-bin');
  test('GDAL writes a GeoPackage', { skip: 'skip' in gdal ? gdal.skip : false }, async () => {
    await run('bash', '-c', lines.get('GDAL')!);
    assert.match(await run('ogrinfo', '-so', `${space.id}.gpkg`, space.id), /Feature Count: 2/);
  });

  const python = pythonWith(
    fileURLToPath(new URL('../../clients/python/tests/requirements.txt', import.meta.url)),
  );
  test('Python has them in a frame', { skip: 'skip' in python ? python.skip : false }, async () => {
    writeFileSync(join(folder, 'use.py'), `${lines.get('Python')}\nprint(len(frame))\n`);
    assert.match(await run('python' in python ? python.python : '', 'use.py'), /\n2\n$/);
  });

  test('TypeScript lists them', async () => {
    writeFileSync(join(folder, 'use.ts'), lines.get('TypeScript')!);
    assert.match(await run(process.execPath, 'use.ts'), /^a .*\nb /s);
  });
});
