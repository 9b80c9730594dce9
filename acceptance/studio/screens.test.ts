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
import {
  assertAccessible,
  assertRendered,
  dropFile,
  newVisitor,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
await space.load(feature('a', { name: 'A', size: 3 }), tagged('b', 'tall'));
await hub.post('/project-api/projects', { id: 'walk', title: 'A walk', layers: [{ space: space.id }] });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Every screen, with what has to be done to see all of it. */
const SCREENS: [name: string, hash: string, open: (page: Page) => Promise<void>][] = [
  ['spaces', '#/spaces', async (page) => page.locator('.card').waitFor()],
  [
    'a new space',
    '#/spaces',
    async (page) => {
      await button(page, 'New space').click();
      await page.getByRole('dialog').getByText('More settings').click();
      await page.getByLabel('Versions').selectOption('some');
      await page.getByLabel('Content').selectOption('merge');
      await page.getByLabel('Content').selectOption('');
    },
  ],
  [
    'editing a space',
    '#/spaces',
    async (page) => {
      await page.getByLabel(/^Actions for/).click();
      await button(page, 'Edit').click();
      await page.getByRole('checkbox', { name: /size/ }).waitFor();
    },
  ],
  [
    'deleting a space',
    '#/spaces',
    async (page) => {
      await page.getByLabel(/^Actions for/).click();
      await button(page, 'Delete').click();
      await page.getByRole('dialog').waitFor();
      assert.ok(await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).isDisabled());
    },
  ],
  [
    'the map with style and table',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Style of/).click();
      await page.getByLabel('Opacity').waitFor();
      await button(page, 'Table of features in view').click();
      await page.getByRole('grid').getByRole('button', { name: 'A', exact: true }).click();
      await page.getByRole('complementary', { name: 'Feature' }).waitFor();
    },
  ],
  [
    'the editor',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await button(page, 'Edit features').click();
      await page.getByRole('complementary', { name: 'Editor' }).waitFor();
    },
  ],
  [
    'filters and the base map',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Filter/).click();
      await page.getByRole('checkbox', { name: /^tall/ }).waitFor();
      await page.getByText('Base map').first().click();
      await page.getByLabel('Base map').selectOption('own');
      await page.getByLabel('Style URL').waitFor();
    },
  ],
  [
    'the list of keys',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  ],
  [
    'a picture of the map',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      await page.keyboard.press('p');
      await page.getByRole('dialog', { name: 'Save as a picture' }).waitFor();
    },
  ],
  [
    'hexagons',
    `#/map?add=${space.id}`,
    async (page) => {
      await assertRendered(page, space.id, ['a', 'b']);
      if (!(await page.locator('.side').isVisible())) await button(page, 'Layers').click();
      await button(page, /^Style of/).click();
      await page.getByLabel('Show as').selectOption('hexbin');
      await page.getByText('Features per hexagon').waitFor();
    },
  ],
  [
    'the command palette',
    '#/spaces',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('a');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'an address that leads nowhere',
    '#/nonsense',
    async (page) => page.getByText('nothing at this address').waitFor(),
  ],
  ['import', '#/import', async (page) => page.getByText('Drop a file here').waitFor()],
  [
    'the preview of a file',
    '#/import',
    async (page) => {
      const features = [feature('x', { name: 'X' }), { type: 'Feature', geometry: { type: 'Nowhere' } }];
      await dropFile(page, '.page', 'x.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
      await page.getByText('1 feature in it').waitFor();
      await page.getByText('1 was refused').waitFor();
    },
  ],
  ['projects', '#/projects', async (page) => page.getByRole('link', { name: 'A walk' }).waitFor()],
  [
    'publishing',
    '#/projects',
    async (page) => {
      await page.getByLabel('Actions for A walk').click();
      await button(page, 'Publish').click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a link, and what strangers see who have it',
    '#/projects',
    async (page) => {
      await page.getByLabel('Actions for A walk').click();
      await button(page, 'Publish').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Publish|New link)$/ })
        .click();
      const link = await page.getByRole('dialog').locator('.link-url').last().innerText();
      await assertAccessible(page);
      await page.goto(link);
      await page.getByRole('heading', { name: 'A walk' }).waitFor();
      await assertRendered(page, space.id, ['a', 'b']);
    },
  ],
  [
    'tokens',
    '#/tokens',
    async (page) => {
      await button(page, 'New token').click();
      await page.getByLabel(/^Rights on/).waitFor();
    },
  ],
  ['the own account', '#/account', async (page) => page.getByLabel('Current password').waitFor()],
  [
    'accounts',
    '#/admin',
    async (page) => {
      await page.locator('.row').first().waitFor();
      await button(page, 'New account').click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['the audit log', '#/admin/audit', async (page) => page.getByRole('table').waitFor()],
  ['the hub at a glance', '#/admin/glance', async (page) => page.getByText('Server errors').waitFor()],
  [
    'the API',
    '#/interface',
    async (page) => {
      await page.getByText('Features in a box').waitFor();
      await button(page, 'QGIS').click();
      await page.getByText('Password: the token').waitFor();
    },
  ],
];

const LOOKS = [
  { name: 'light and wide', options: { colorScheme: 'light', viewport: { width: 1440, height: 900 } } },
  { name: 'dark and narrow', options: { colorScheme: 'dark', viewport: { width: 360, height: 740 } } },
] as const;

for (const look of LOOKS)
  describe(look.name, { skip: 'skip' in browser ? browser.skip : false }, () => {
    let me: Visitor;
    before(async () => {
      me = await newVisitor(browser as Browser, hub, look.options);
      await me.page.goto(`${hub.url}/sign-in`);
      await assertAccessible(me.page);
      await signInWithBrowser(me, hub);
    });

    for (const [name, hash, open] of SCREENS)
      test(`${name} has no serious obstacle, and nothing sticks out`, async () => {
        const { page } = me;
        await page.goto(`${hub.url}/#/spaces`);
        await page.reload();
        await page.locator('.card').waitFor();
        await page.goto(`${hub.url}/${hash}`);
        await open(page);
        await assertAccessible(page);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= look.options.viewport.width, `${width} pixels wide`);
      });

    test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
  });

describe('by keyboard', { skip: 'skip' in browser ? browser.skip : false }, () => {
  test('one gets to the content, opens a menu and closes it', async () => {
    const me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub);
    const { page } = me;
    await page.locator('.card').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.getByLabel(/^Actions for/).focus();
    await page.keyboard.press('Enter');
    await button(page, 'Edit').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Edit').waitFor({ state: 'hidden' });
  });
});

describe('tokens', { skip: 'skip' in browser ? browser.skip : false }, () => {
  test('are made with rights per space, shown once, and revoked', async () => {
    const me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: '#/tokens' });
    const { page } = me;
    await button(page, 'New token').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is for').fill('reads one space');
    await dialog.getByLabel(/^Rights on/).selectOption('read');
    await dialog.getByRole('button', { name: 'New token' }).click();
    const token = await page.getByRole('dialog', { name: 'Token created' }).locator('pre code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal((await hub.get(`${space.path}/search`, { token })).status, 200);
    assert.equal((await hub.put(`${space.features}/c`, feature('c'), { token })).status, 403);
    const row = page.locator('.row', { hasText: 'reads one space' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await hub.get(`${space.path}/search`, { token })).status, 401);
  });
});

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
