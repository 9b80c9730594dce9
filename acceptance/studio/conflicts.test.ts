// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  screenPoint,
  signInWithBrowser,
  type Visitor,
} from './visitor.ts';

type Stored = {
  geometry: { coordinates: [number, number] };
  properties: Record<string, unknown> & { '@ns:com:here:xyz': { tags: string[] } };
};

/** In the middle, so that no panel is above them. */
const PLACES = { elm: [13.4, 52.52], oak: [13.401, 52.521] } as const;
const THEIR_PLACE = [13.4005, 52.5205];

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Trees' });
await space.load(
  ...Object.entries(PLACES).map(([id, coordinates]) => ({
    type: 'Feature' as const,
    id,
    geometry: { type: 'Point', coordinates },
    properties: { name: id, height: 10 },
  })),
);

describe('changes of two people', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const editor = () => me.page.getByRole('complementary', { name: 'Editor' });
  const dialog = () => me.page.getByRole('dialog', { name: 'Edit conflict' });
  const stored = async (id: string) => (await hub.get<Stored>(`${space.path}/features/${id}`)).body;
  /** Opens a feature, moves it and types another name; nothing is saved yet. */
  const change = async (id: keyof typeof PLACES, name: string) => {
    await assertRendered(me.page, space.id, ['elm', 'oak']);
    const { x, y } = await screenPoint(me.page, PLACES[id]);
    await me.page.mouse.click(x, y);
    await editor().getByRole('heading', { name: id, exact: true }).waitFor();
    await me.page.keyboard.press('Shift+ArrowRight');
    await editor().getByLabel('name', { exact: true }).fill(name);
    await editor().getByLabel('name', { exact: true }).press('Enter');
    await editor().getByRole('button', { name: 'Save 1 change' }).waitFor();
  };
  const save = () => editor().getByRole('button', { name: 'Save 1 change' }).click();
  const finish = async () => {
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await editor().getByRole('button', { name: 'Save', exact: true }).waitFor();
  };

  test('are put together field by field, and both shapes are on a map', async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await me.page.getByRole('button', { name: 'Edit features' }).click();
    await change('elm', 'Mine');
    await hub.patch(`${space.path}/features/elm?addTags=tall`, {
      geometry: { type: 'Point', coordinates: THEIR_PLACE },
      properties: { name: 'Theirs', height: 12 },
    });
    await save();
    await dialog().getByRole('region', { name: 'Both shapes on the map' }).waitFor();
    await dialog().getByRole('radio', { name: 'name: save mine' }).check();
    assert.ok(await dialog().getByRole('radio', { name: 'Shape: keep theirs' }).isChecked());
    const height = dialog().getByRole('row', { name: /^height/ });
    assert.deepEqual(await height.getByRole('cell').allInnerTexts(), ['10', '12 (kept)']);
    await assertAccessible(me.page);
    await finish();
    const { geometry, properties } = await stored('elm');
    assert.deepEqual(geometry.coordinates.slice(0, 2), THEIR_PLACE);
    assert.deepEqual([properties.name, properties.height], ['Mine', 12]);
    assert.deepEqual(properties['@ns:com:here:xyz'].tags, ['tall']);
  });

  test('leave theirs as it is where nothing of mine is chosen', async () => {
    await change('oak', 'Mine');
    await hub.patch(`${space.path}/features/oak`, {
      geometry: { type: 'Point', coordinates: THEIR_PLACE },
      properties: { name: 'Theirs' },
    });
    const before = await stored('oak');
    await save();
    await dialog().waitFor();
    await finish();
    assert.deepEqual(await stored('oak'), before);
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
