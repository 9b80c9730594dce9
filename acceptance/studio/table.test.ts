// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertAccessible, newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

type Properties = Record<string, unknown>;

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Trees', versionsToKeep: 10 });
const NAMES = ['Ash', 'Beech', 'Cedar', 'Elm', 'Fir', 'Larch'];
await space.load(
  ...NAMES.map((name, i) => ({
    type: 'Feature' as const,
    id: name.toLowerCase(),
    geometry: { type: 'Point', coordinates: [13.4 + i / 100, 52.5] },
    properties: {
      name,
      height: 10 + i,
      isOld: i % 2 === 0,
      note: `line 1\n"${i}"\tend`,
      kind: { leaf: 'x' },
    },
  })),
);
const stored = async (id: string) =>
  (await hub.get<{ properties: Properties }>(`${space.features}/${id}`)).body.properties;
const ids = async () => {
  const { body } = await hub.get<{ features: { id: string }[] }>(`${space.path}/search`);
  return body.features.map(({ id }) => id).sort();
};
const ALL = NAMES.map((name) => name.toLowerCase());

describe('the table', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const grid = () => me.page.getByRole('grid', { name: 'Features of Trees' });
  const row = (name: string) => grid().getByRole('row').filter({ hasText: name });
  const headings = () => grid().getByRole('columnheader').allInnerTexts();
  const button = (name: string) => me.page.getByRole('button', { name, exact: true });
  const press = (keys: string) => me.page.keyboard.press(keys);
  /** Waits until a cell has the focus: `Cedar: 12`. */
  const focused = async (wanted: string) => {
    const read = () =>
      me.page.evaluate<string>(
        `document.activeElement.closest('tr')?.querySelector('th').innerText + ': ' + document.activeElement.innerText`,
      );
    const until = Date.now() + 60_000;
    while ((await read()) !== wanted && Date.now() < until) await me.page.waitForTimeout(50);
    assert.equal(await read(), wanted);
  };
  const shows = (name: string, column: number, text: string) =>
    row(name).getByRole('gridcell').nth(column).getByText(text, { exact: true }).waitFor();
  before(async () => {
    me = await newVisitor(browser as Browser, hub, {
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    });
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await button('Table of features in view').click();
    await me.page.getByText('6 in view').waitFor();
  });

  test('has the columns that were chosen, in their order, also after a reload', async () => {
    const { page } = me;
    await button('Columns').click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('checkbox', { name: 'kind.leaf' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'note' }).uncheck();
    await dialog.getByRole('button', { name: 'Move isOld to the left' }).click();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.deepEqual(await headings(), ['name', 'isOld', 'height', 'id']);
    await page.reload();
    await button('Table of features in view').click();
    await page.getByText('6 in view').waitFor();
    assert.deepEqual(await headings(), ['name', 'isOld', 'height', 'id']);
    await button('Columns').click();
    await dialog.getByRole('button', { name: 'As at first' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.deepEqual(await headings(), ['name', 'height', 'isOld', 'kind.leaf', 'note', 'id']);
  });

  test('numbers are at the end of their column, as its heading is, so that their digits are below each other', async () => {
    const atTheEnd = await me.page.evaluate<string[][]>(
      `[...document.querySelectorAll('[role=grid] tr')].slice(0, 2).map((row) =>
        [...row.cells].filter((cell) => getComputedStyle(cell).textAlign === 'end').map((cell) => cell.innerText))`,
    );
    assert.deepEqual(atTheEnd, [['height'], ['10']]);
  });

  test('a cell is edited by keys alone, saved by Enter, and taken back', async () => {
    const { page } = me;
    await row('Beech').getByRole('rowheader').focus();
    await press('ArrowDown');
    await focused('Cedar: Cedar');
    await press('ArrowRight');
    await focused('Cedar: 12');
    await press('F2');
    await page.getByRole('textbox', { name: 'height of Cedar' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.type('99');
    await press('Escape');
    await shows('Cedar', 1, '12');
    await focused('Cedar: 12');
    await press('Enter');
    await page.keyboard.type('33.5');
    await press('Enter');
    await shows('Cedar', 1, '33.5');
    await button('Undo the last change in the table').waitFor();
    assert.equal((await stored('cedar')).height, 33.5);
    await focused('Cedar: 33.5');
    await press('Control+z');
    await shows('Cedar', 1, '12');
    assert.equal((await stored('cedar')).height, 12);
    await button('Redo the change in the table').click();
    await shows('Cedar', 1, '33.5');
    await button('Undo the last change in the table').click();
    await shows('Cedar', 1, '12');
  });

  test('a value gets another type, and none', async () => {
    const { page } = me;
    const type = page.getByLabel('Type of the value');
    await row('Ash').getByRole('gridcell').nth(2).dblclick();
    await page.getByLabel('isOld of Ash').selectOption('false');
    await press('Enter');
    await shows('Ash', 2, 'false');
    await row('Ash').getByRole('gridcell').nth(1).dblclick();
    await type.selectOption('text');
    await page.getByLabel('height of Ash').fill('tall');
    await press('Enter');
    await shows('Ash', 1, 'tall');
    await row('Ash').getByRole('gridcell').nth(1).dblclick();
    await type.selectOption('number');
    await press('Enter');
    assert.equal(await page.getByLabel('height of Ash').getAttribute('aria-invalid'), 'true');
    await type.selectOption('null');
    await type.press('Enter');
    await shows('Ash', 1, 'null');
    assert.deepEqual([(await stored('ash')).height, (await stored('ash')).isOld], [null, false]);
    for (const value of ['tall', '10']) {
      await button('Undo the last change in the table').click();
      await shows('Ash', 1, value);
    }
    await button('Undo the last change in the table').click();
    await shows('Ash', 2, 'true');
  });

  test('what somebody else has changed meanwhile is not overwritten, and what they changed besides stays', async () => {
    const { page } = me;
    await hub.patch(`${space.features}/elm`, { properties: { note: 'theirs' } });
    await row('Elm').getByRole('gridcell').nth(1).dblclick();
    await page.getByLabel('height of Elm').fill('77');
    await press('Enter');
    await shows('Elm', 1, '77');
    assert.equal((await stored('elm')).note, 'theirs');
    await hub.patch(`${space.features}/elm`, { properties: { height: 5 } });
    await row('Elm').getByRole('gridcell').nth(1).dblclick();
    await page.getByLabel('height of Elm').fill('88');
    await press('Enter');
    await page.getByText('Elm was changed by someone else meanwhile. Nothing was saved.').waitFor();
    await shows('Elm', 1, '5');
    await button('Dismiss').click();
    await button('Undo the last change in the table').click();
    await page.getByText('Elm was changed by someone else meanwhile. Nothing was saved.').waitFor();
    await button('Dismiss').click();
    assert.equal((await stored('elm')).height, 5);
  });

  test('rows are selected one by one, as a range, and all; and copied', async () => {
    const { page } = me;
    await grid().getByLabel('Select Ash').click();
    await grid()
      .getByLabel('Select Cedar')
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').first().waitFor();
    await assertAccessible(page);
    await page.getByLabel('Copy the selection').click();
    // Notices go away by themselves: they are looked for before the click.
    await Promise.all([
      page.getByText('3 features copied.').waitFor(),
      button('Copy as a table (TSV)').click(),
    ]);
    const table = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(table.split('\n')[0], 'id\tname\theight\tisOld\tkind.leaf\tnote');
    assert.match(table, /\nash\tAsh\t10\ttrue\tx\t"line 1\n""0""\tend"\n/);
    await page.getByLabel('Copy the selection').click();
    await button('Copy as GeoJSON').click();
    const read = () => page.evaluate<string>('navigator.clipboard.readText()');
    const until = Date.now() + 60_000;
    while (!(await read()).startsWith('{') && Date.now() < until) await page.waitForTimeout(100);
    const { features } = JSON.parse(await read()) as { features: { id: string; geometry: object }[] };
    assert.deepEqual(features.map(({ id }) => id).sort(), ['ash', 'beech', 'cedar']);
    await row('Cedar').getByRole('rowheader').focus();
    await press(' ');
    await page.getByText('2 selected').first().waitFor();
    await press('Shift+ArrowDown');
    await page.getByText('4 selected').first().waitFor();
    await press('Control+a');
    await page.getByText('6 selected').first().waitFor();
    await press('Escape');
    await page.getByRole('toolbar', { name: /selected/ }).waitFor({ state: 'detached' });
  });

  test('the selection is exported in three actions', async () => {
    const { page } = me;
    await grid().getByLabel('Select Fir').click();
    await button('Export the selection').click();
    const dialog = page.getByRole('dialog', { name: 'Export Trees' });
    await dialog.getByText('1 selected').waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as {
      features: { id: string }[];
    };
    assert.deepEqual(
      file.features.map(({ id }) => id),
      ['fir'],
    );
    await button('Export the selection').click();
    await dialog.getByLabel('Format').selectOption('csv');
    const table = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    assert.equal((await table).suggestedFilename(), 'Trees.csv');
    const [head, row] = readFileSync(await (await table).path(), 'utf8').split('\n');
    assert.match(head!, /^@id,@tags,(?!@ns).*,lon,lat,height$/);
    assert.match(row!, /^fir,/);
    await button('Clear the selection').click();
  });

  test('selected rows are deleted when that is confirmed, and brought back', async () => {
    const { page } = me;
    await grid().getByLabel('Select Fir').click();
    await grid().getByLabel('Select Larch').click();
    await row('Larch').getByRole('rowheader').focus();
    await press('Delete');
    await page.getByRole('dialog', { name: 'Delete 2 features?' }).waitFor();
    await assertAccessible(page);
    await button('Delete 2 features').click();
    await page.getByText('4 in view').waitFor();
    assert.deepEqual(await ids(), ALL.slice(0, 4));
    await button('Undo the last change in the table').click();
    await page.getByText('6 in view').waitFor();
    assert.deepEqual(await ids(), ALL);
    assert.equal((await stored('fir')).name, 'Fir');
  });

  test('while the space is edited, changes wait for its Save, and are undone with the others', async () => {
    const { page } = me;
    await button('Edit features').click();
    const editor = page.getByRole('complementary', { name: 'Editor' });
    await editor.waitFor();
    await row('Beech').getByRole('gridcell').nth(1).dblclick();
    await page.getByLabel('height of Beech').fill('21');
    await press('Enter');
    await editor.getByRole('button', { name: 'Save 1 change' }).waitFor();
    await shows('Beech', 1, '21');
    assert.equal((await stored('beech')).height, 11);
    await grid().getByLabel('Select Cedar').click();
    await button('Delete the selection').click();
    await button('Delete 1 feature').click();
    await editor.getByRole('button', { name: 'Save 2 changes' }).waitFor();
    await editor.getByRole('button', { name: 'Undo' }).click();
    await Promise.all([
      page.getByText('1 change saved.').waitFor(),
      editor.getByRole('button', { name: 'Save 1 change' }).click(),
    ]);
    assert.equal((await stored('beech')).height, 21);
    assert.deepEqual(await ids(), ALL);
    await editor.getByRole('button', { name: 'Close' }).click();
  });

  test('a refresh fetches the tiles and the rows that have changed, and no others', async () => {
    const { page } = me;
    await hub.post(space.features, {
      type: 'Feature',
      id: 'larch',
      geometry: { type: 'Point', coordinates: [13.45, 52.5] },
      properties: { name: 'Larch', height: 77, isOld: false },
    });
    /** How many tiles the hub has sent, and how many the browser had already. */
    const tiles = async () => {
      const { text } = await hub.get<undefined>('/metrics', { token: null });
      return ['2xx', '3xx'].map((status) => {
        const line = `meridian_requests_total{operation="getTileByNumbers",status="${status}"} `;
        return Number(
          text
            .split('\n')
            .find((one) => one.startsWith(line))
            ?.slice(line.length) ?? 0,
        );
      }) as [sent: number, same: number];
    };
    const before = await tiles();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await button('Refresh: fetch what has changed').click();
    await shows('Larch', 1, '77');
    page.removeAllListeners('request');
    const rows = asked.filter((url) => url.includes('/iterate?'));
    assert.equal(rows.length, 1);
    assert.match(rows[0]!, /f\.id=[^&]*%22larch%22/);
    const until = Date.now() + 60_000;
    let after = await tiles();
    // The tile of the larch is sent, others are not.
    while ((after[0] === before[0] || after[1] === before[1]) && Date.now() < until) {
      await page.waitForTimeout(100);
      after = await tiles();
    }
    assert.ok(after[0] > before[0] && after[1] > before[1], `${before} ${after}`);
  });

  test('all that match a filter are deleted, though not all are loaded', async () => {
    const { page } = me;
    await space.load(
      ...Array.from({ length: 1200 }, (_, i) => ({
        type: 'Feature' as const,
        id: `weed-${i}`,
        geometry: { type: 'Point', coordinates: [13.41 + i / 1e5, 52.501] },
        properties: { name: `Weed ${i}`, isWeed: true },
      })),
    );
    await page.goto(`${hub.url}/#/spaces`);
    await page.goto(`${hub.url}/#/map?add=${space.id}`);
    await button('Filter Trees').click();
    await page.getByLabel('Words in any property').fill('weed');
    await page.getByText('1,200 of 1,206 features match').waitFor();
    await button('Table of features in view').click();
    await page.getByText('1,200 in view').waitFor();
    await grid().getByLabel('Select all that match').check();
    await page.getByText('1,200 selected').first().waitFor();
    await button('Delete the selection').click();
    await page.getByText('All features that match now are deleted.').waitFor();
    await Promise.all([
      page.getByText('1,200 features were deleted.').waitFor(),
      button('Delete 1,200 features').click(),
    ]);
    await page.getByText('0 in view').waitFor();
    assert.deepEqual(await ids(), ALL);
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
