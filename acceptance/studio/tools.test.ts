// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertAccessible, assertRendered, newVisitor, signInWithBrowser, type Visitor } from './visitor.ts';

type Stored = { geometry: object; properties: { name: string; beds: number; '@ns:com:here:xyz': object } };

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Refuges', enableHistory: true });
const hut = (name: string, beds: number, coordinates: [number, number]) => ({
  type: 'Feature' as const,
  geometry: { type: 'Point', coordinates },
  properties: { name, beds },
});
const put = (id: string, feature: object) => hub.put(`${space.features}/${id}`, feature);
const stored = async (id: string) => (await hub.get<Stored>(`${space.features}/${id}`)).body;
await put('solvay', hut('Solvay', 10, [7.65, 45.98]));
await put('solvay', hut('Solvay', 12, [7.66, 45.99]));
await put('solvay', hut('Solvayhütte', 12, [7.66, 45.99]));
await put('lost', hut('Lost hut', 4, [7.7, 46]));
await hub.delete(`${space.features}/lost`);

const options = { skip: 'skip' in browser ? browser.skip : false };
let me: Visitor;
before(async () => {
  if ('skip' in browser) return;
  me = await newVisitor(browser as Browser, hub, { deviceScaleFactor: 1 });
  await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
  await assertRendered(me.page, space.id, ['solvay']);
});

/** Waits until an expression holds. The page's own rules forbid it to do that itself. */
async function until(expression: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await me.page.evaluate<boolean>(`Boolean(${expression})`)) && Date.now() < end)
    await me.page.waitForTimeout(100);
  assert.ok(await me.page.evaluate<boolean>(`Boolean(${expression})`), expression);
}

describe('history', options, () => {
  const card = () => me.page.getByRole('complementary', { name: 'Feature' });
  /** What is drawn of the two shapes. */
  const drawn = (part: 'before' | 'after') =>
    me.page.evaluate<unknown[]>(
      `globalThis.meridianMap?.getSource('difference ${part}')?.serialize().data.features.map(({ geometry }) => geometry.coordinates) ?? []`,
    );
  /** Waits until so many shapes are drawn as they were. The page's own rules forbid it to wait for an expression. */
  const untilDrawn = async (count: number) => {
    const end = Date.now() + 60_000;
    while ((await drawn('before')).length !== count && Date.now() < end) await me.page.waitForTimeout(100);
    assert.equal((await drawn('before')).length, count);
  };

  test('an earlier version of a feature is restored in four clicks, with what differs in sight', async () => {
    const { page } = me;
    await page.evaluate('meridianMap.jumpTo({ center: [7.66, 45.99], zoom: 12 })');
    await assertRendered(page, space.id, ['solvay']);
    const middle = await page.locator('.maplibregl-canvas').boundingBox();
    await page.mouse.click(middle!.x + middle!.width / 2, middle!.y + middle!.height / 2);
    await card().getByRole('heading', { name: 'Solvayhütte' }).waitFor();
    await card().getByRole('button', { name: 'History' }).click();
    const versions = card().getByRole('list', { name: 'Versions' }).getByRole('button');
    await versions.nth(2).waitFor();
    const texts = await versions.allInnerTexts();
    assert.match(texts[0]!, /now · changed: name$/);
    assert.match(texts[1]!, /changed: geometry, beds$/);
    assert.match(texts[2]!, /created$/);
    await versions.nth(2).click();
    const rows = card().locator('.differences tbody tr');
    await rows.first().waitFor();
    assert.deepEqual(await rows.allInnerTexts(), [
      'geometry\t7.65, 45.98\t7.66, 45.99',
      'name\tSolvay\tSolvayhütte',
      'beds\t10\t12',
    ]);
    await untilDrawn(1);
    assert.deepEqual([await drawn('before'), await drawn('after')], [[[7.65, 45.98]], [[7.66, 45.99]]]);
    await assertAccessible(page);
    await card().getByRole('button', { name: 'Restore this version' }).click();
    await card().getByRole('heading', { name: 'Solvay', exact: true }).waitFor();
    await versions.nth(3).waitFor();
    const { geometry, properties } = await stored('solvay');
    assert.deepEqual(
      [geometry, properties.name, properties.beds],
      [{ type: 'Point', coordinates: [7.65, 45.98] }, 'Solvay', 10],
    );
    await untilDrawn(0);
  });

  test('what was changed meanwhile is not overwritten', async () => {
    const { page } = me;
    const versions = card().getByRole('list', { name: 'Versions' }).getByRole('button');
    await put('solvay', hut('Solvay', 99, [7.65, 45.98]));
    await versions.nth(1).click();
    await card().getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('The feature was changed meanwhile').waitFor();
    await versions.nth(4).waitFor();
    assert.equal((await stored('solvay')).properties.beds, 99);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  });

  test('the versions of a space say what each changed, and bring a deleted feature back', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/spaces`);
    await page.getByLabel('Actions for Refuges').click();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of Refuges' }).waitFor();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Version 3 .* 1 changed/ }).click();
    const changes = page.getByRole('region', { name: 'Version 3' });
    const rows = changes.locator('.differences tbody tr');
    await rows.first().waitFor();
    assert.deepEqual(await rows.allInnerTexts(), ['name\tSolvay\tSolvayhütte']);
    await versions.getByRole('button', { name: /^Version 5 .* 1 deleted/ }).click();
    await untilDrawn(1);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Restore Lost hut as it was before' }).click();
    await page.getByText('Lost hut was restored.').waitFor();
    await versions.getByRole('button', { name: /^Version 8 .* 1 added/ }).waitFor();
    assert.equal((await stored('lost')).properties.beds, 4);
  });
});

describe('the command palette', options, () => {
  const box = () => me.page.getByRole('combobox', { name: 'Type a page' });
  const option = (name: string | RegExp) => me.page.getByRole('option', { name });
  const type = async (text: string) => {
    await me.page.keyboard.press('Control+k');
    await box().fill(text);
  };

  test('leads by keys alone to pages, spaces, features and countries', async () => {
    const { page } = me;
    await type('tok');
    await option(/^Tokens/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New token' }).waitFor();
    await type('solvay');
    await option(/^Solvay ?Refuges$/).waitFor();
    await page.keyboard.press('Enter');
    const card = page.getByRole('complementary', { name: 'Feature' });
    await card.getByRole('heading', { name: 'Solvay' }).waitFor();
    await until('globalThis.meridianMap && Math.abs(meridianMap.getCenter().lat - 45.98) < 1');
    await type('madag');
    await option(/^Madagascar/).waitFor();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await until('globalThis.meridianMap && Math.abs(meridianMap.getCenter().lng - 47) < 4');
    await type('refu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('[role=option][aria-selected=true]').innerText(), 'Refuges\nSpace');
    await page.keyboard.press('Enter');
    await assertRendered(page, space.id, ['lost', 'solvay']);
  });

  test('keys are listed, and do what the list says', async () => {
    const { page } = me;
    await page.locator('#main').focus();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Open the command palette').waitFor();
    assert.match(await list.innerText(), /T\s+Table/);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('t');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await until('meridianMap.showTileBoundaries');
    await page.keyboard.press('g');
    await until('!meridianMap.showTileBoundaries');
    await page.keyboard.press('/');
    await page.keyboard.type('t');
    assert.equal(await page.getByLabel('Find features, spaces and places').inputValue(), 't');
    await page.keyboard.press('Escape');
    await page.locator('#main').focus();
  });
});

describe('changes of the map', options, () => {
  test('are undone and redone: style, filter, visibility, whatever the view', async () => {
    const { page } = me;
    const shows = (name: string) => page.getByRole('button', { name }).waitFor();
    await page.getByRole('button', { name: 'Style of Refuges' }).click();
    await page.getByLabel('Opacity').focus();
    // However soon one follows the other, they are two steps.
    await page.evaluate(`(() => {
      document.querySelector('button[aria-label="Hide Refuges"]').click();
      const opacity = document.activeElement;
      opacity.value = '0.4';
      opacity.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await shows('Show Refuges');
    await page.evaluate('meridianMap.jumpTo({ center: [7.66, 45.99], zoom: 9 })');
    // The slider still has the focus.
    await page.keyboard.press('Control+z');
    await until(`document.querySelector('input[type=range][max="1"]').value === '0.85'`);
    await shows('Show Refuges');
    await page.keyboard.press('Control+z');
    await shows('Hide Refuges');
    await page.getByRole('button', { name: 'Redo the change of the map' }).click();
    await shows('Show Refuges');
    await page.getByRole('button', { name: 'Undo the last change of the map' }).click();
    await shows('Hide Refuges');
    assert.ok((await page.evaluate<number>('meridianMap.getZoom()')) > 8);
  });
});

describe('the map as a picture', options, () => {
  const save = async (format: 'png' | 'pdf') => {
    const { page } = me;
    await page.getByRole('button', { name: 'Picture of the map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a picture' });
    await dialog.getByLabel('Title').fill('Huts: the Alps');
    await dialog.getByLabel('Format').selectOption(format);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), `Huts the Alps.${format}`);
    return readFileSync(await file.path());
  };

  test('is a PNG of map, title, legend, scale and attribution', async () => {
    const { page } = me;
    const bytes = await save('png');
    // The colours that are where the title, the layer's colour in the legend, and the ground of the map are.
    const seen = await page.evaluate<{ size: number[]; inks: number; swatch: number[]; colors: number }>(
      `(async () => {
        const blob = new Blob([Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0))]);
        const image = await createImageBitmap(blob);
        const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
        pen.drawImage(image, 0, 0);
        const title = pen.getImageData(16, 0, 200, 48).data;
        const ground = title.slice(0, 3).join();
        let inks = 0;
        for (let i = 0; i < title.length; i += 4) if (title.slice(i, i + 3).join() !== ground) inks++;
        const map = pen.getImageData(0, 48, image.width, image.height - 48).data;
        const colors = new Set();
        for (let i = 0; i < map.length; i += 4) colors.add(map.slice(i, i + 3).join());
        return {
          size: [image.width, image.height],
          inks,
          swatch: [...pen.getImageData(36, 48 + 16 + 8 + 10, 1, 1).data],
          colors: colors.size,
        };
      })()`,
    );
    const map = (await page.locator('.maplibregl-canvas').boundingBox())!;
    assert.deepEqual(seen.size, [Math.round(map.width), Math.round(map.height) + 48]);
    assert.ok(seen.inks > 300, `the title has ${seen.inks} pixels`);
    const color = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.layer-head .swatch')).backgroundColor`,
    );
    // As opaque as the layer, on a box that is nearly white.
    const expected = color.match(/\d+/g)!.map((part) => Number(part) * 0.85 + 255 * 0.15);
    for (const [index, part] of expected.entries())
      assert.ok(Math.abs(seen.swatch[index]! - part) < 8, `${seen.swatch} instead of ${expected}`);
    assert.ok(seen.colors > 10, 'the map is drawn');
  });

  test('is a PDF of one page, whose legend has a row for what is in no category', async () => {
    const { page } = me;
    await put('unnamed', { ...hut('', 3, [7.67, 46]), properties: { beds: 3 } });
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    await page.getByLabel('Property', { exact: true }).selectOption('name');
    await page.locator('.side .legend').getByText('Other').waitFor();
    await page.evaluate(`globalThis.written = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        written.push(text);
        return fillText.call(this, text, ...rest);
      };`);
    const text = (await save('pdf')).toString('latin1');
    const written = await page.evaluate<string[]>('globalThis.written');
    for (const label of ['Huts: the Alps', 'Solvay', 'Other'])
      assert.ok(written.includes(label), `${label} is none of ${written}`);
    assert.match(text, /^%PDF-1\.4/);
    assert.match(text, /\/Filter \/DCTDecode/);
    assert.ok(text.length > 5_000);
  });
});

test('without a complaint of the browser but those about what was refused on purpose', options, () =>
  assert.deepEqual(
    me.complaints.filter((complaint) => !/status of (404|409)/.test(complaint)),
    [],
  ),
);
