import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { collection, feature, NAMESPACE } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { Newcomer } from './newcomer.ts';
import { assertRendered, newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

const place = (
  id: string,
  name: string,
  kind: string,
  people: number,
  at: [number, number],
  tags: string[] = [],
) =>
  feature(
    id,
    { name, kind, people, [NAMESPACE]: { tags } },
    { geometry: { type: 'Point', coordinates: at } },
  );

/** So far apart that each can be clicked, and in the middle, where no panel is. */
const WELL = [13.4, 52.5] as const;
const PLACES = [
  place('well', 'Old well', 'water', 5, [...WELL], ['listed']),
  place('pump', 'Hand pump', 'water', 2, [13.43, 52.51], ['listed']),
  place('school', 'School at the well', 'building', 300, [13.41, 52.48], ['listed']),
  place('tower', 'Water tower', 'building', 0, [13.38, 52.49]),
];
const ALL = PLACES.map(({ id }) => id);

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Places', enableHistory: true });
await space.load(...PLACES);
await hub.patch(
  `${space.features}/well`,
  feature('well', { name: 'Deep well' }, { geometry: PLACES[0]!.geometry }),
);

/** The counts that the page for newcomers states. */
const DOCS = readFileSync(new URL('../../docs/using/first-tasks.md', import.meta.url), 'utf8');
const documented = new Map(
  Array.from(DOCS.matchAll(/^## (.+): (\d) actions$/gm), ([, title, count]) => [title!, Number(count)]),
);

describe('the first tasks of a newcomer', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const performed: string[] = [];
  before(async () => {
    me = await newVisitor(browser as Browser, hub, { permissions: ['clipboard-read', 'clipboard-write'] });
    await signInWithBrowser(me, hub);
  });

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const openMap = async (page: Page) => {
    await page.goto(`${hub.url}/#/spaces`);
    // A map that is still there would store itself once more.
    await page.locator('.maplibregl-map').waitFor({ state: 'detached' });
    await page.evaluate(`localStorage.removeItem('meridian.map')`);
    await page.reload();
    await page.goto(`${hub.url}/#/map?add=${space.id}`);
    await assertRendered(page, space.id, ALL);
  };

  /** A task with the actions that the documentation says it takes. */
  const task = (
    title: string,
    start: (page: Page) => Promise<void>,
    perform: (one: Newcomer) => Promise<void>,
  ) =>
    test(title, async () => {
      performed.push(title);
      await start(me.page);
      const one = new Newcomer(me.page);
      await perform(one);
      assert.equal(one.actions, documented.get(title), 'actions');
    });

  task(
    'See a file on the map',
    async (page) => {
      await page.goto(`${hub.url}/#/map`);
      await page.locator('.maplibregl-canvas').waitFor();
    },
    async (one) => {
      await one.drop('.map-screen', 'wells.geojson', JSON.stringify(collection(...PLACES)));
      await one.click(button(one.page, 'Import'));
      await one.page.locator('.map-screen').getByText('wells').first().waitFor();
      const { body } = await hub.get<{ id: string; title: string }[]>('/hub/spaces');
      await assertRendered(one.page, body.find(({ title }) => title === 'wells')!.id, ALL);
    },
  );

  task('Colour features by a property', openMap, async (one) => {
    await one.click(button(one.page, 'Style of Places'));
    await one.choose(one.page.getByLabel('Colour', { exact: true }).first(), 'categories');
    await one.choose(one.page.getByLabel('Property', { exact: true }), 'kind');
    const legend = one.page.locator('.side .legend');
    await legend.getByText('building').waitFor();
    await legend.getByText('water').waitFor();
  });

  task('Find a feature by part of its name', openMap, async (one) => {
    await one.type(one.page.getByLabel('Find features, spaces and places'), 'tow');
    await one.click(one.page.getByRole('button', { name: /^Water tower/ }));
    await one.page.getByRole('complementary', { name: 'Feature' }).getByText('Water tower').first().waitFor();
  });

  task('Publish the map and embed it', openMap, async (one) => {
    await one.click(button(one.page, 'Publish'));
    const dialog = one.page.getByRole('dialog');
    await one.type(dialog.getByLabel('Title'), 'Our places');
    await one.click(dialog.getByRole('button', { name: 'Publish' }));
    await one.click(dialog.getByRole('button', { name: 'Copy embed code' }));
    await dialog.getByText('Copied').waitFor();
    const code = await one.page.evaluate<string>('navigator.clipboard.readText()');
    const shown = await fetch(/src="([^"]+)"/.exec(code)![1]!);
    assert.equal(shown.status, 200);
  });

  task('Edit a feature and undo it', openMap, async (one) => {
    const editor = one.page.getByRole('complementary', { name: 'Editor' });
    await one.click(button(one.page, 'Edit features'));
    await editor.waitFor();
    await one.clickOnMap(WELL);
    const name = editor.getByLabel('name', { exact: true });
    const was = await name.inputValue();
    await one.type(name, 'Another name');
    await one.click(editor.getByRole('button', { name: 'Undo' }));
    await editor.getByText('No changes yet.').waitFor();
    assert.equal(await name.inputValue(), was);
    await button(one.page, 'Edit features').click();
    await editor.waitFor({ state: 'detached' });
  });

  task('Restore an earlier version of a feature', openMap, async (one) => {
    const card = one.page.getByRole('complementary', { name: 'Feature' });
    await one.clickOnMap(WELL);
    await one.click(card.getByRole('button', { name: 'History' }));
    await one.click(card.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1));
    await one.click(card.getByRole('button', { name: 'Restore this version' }));
    await card.getByRole('heading', { name: 'Old well' }).waitFor();
    assert.equal((await space.read('well')).properties.name, 'Old well');
  });

  task(
    'Get a layer into QGIS',
    async (page) => {
      await page.goto(`${hub.url}/#/spaces`);
      await page.reload();
      await page.getByLabel('Actions for Places').waitFor();
    },
    async (one) => {
      await one.click(one.page.getByLabel('Actions for Places'));
      await one.click(button(one.page, 'Use it in…'));
      await one.click(button(one.page, 'Create a token for 30 days'));
      await one.page.getByText('expires on').waitFor();
      const text = (name: string) => one.page.getByRole('region', { name, exact: true }).innerText();
      const response = await fetch(`${await text('QGIS')}/collections/${space.id}/items`, {
        headers: {
          Authorization: `Basic ${btoa(`any:${await text('Password: the token')}`)}`,
          Accept: 'application/geo+json',
        },
      });
      assert.equal(((await response.json()) as { numberMatched: number }).numberMatched, PLACES.length);
    },
  );

  task('Filter by three conditions', openMap, async (one) => {
    await one.click(button(one.page, 'Filter Places'));
    await one.tick(one.page.getByRole('checkbox', { name: /^listed/ }));
    await one.type(one.page.getByLabel('Words in any property'), 'well');
    await one.choose(one.page.getByLabel('Property', { exact: true }), 'kind');
    await one.type(one.page.getByLabel('Value'), 'building');
    await one.press('Enter');
    await one.page.getByText('1 of 4 features match').waitFor();
    await assertRendered(one.page, space.id, ['school']);
  });

  task(
    'Export a selection',
    async (page) => {
      await openMap(page);
      await button(page, 'Table of features in view').click();
      await page.getByLabel('Select Hand pump').waitFor();
    },
    async (one) => {
      await one.click(one.page.getByLabel('Select Hand pump'));
      await one.click(button(one.page, 'Export the selection'));
      const saved = one.page.waitForEvent('download');
      await one.click(one.page.getByRole('dialog').getByRole('button', { name: 'Export' }));
      const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as {
        features: { id: string }[];
      };
      assert.deepEqual(
        file.features.map(({ id }) => id),
        ['pump'],
      );
    },
  );

  test('are those that the documentation describes', () =>
    assert.deepEqual([...documented.keys()], performed));

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
