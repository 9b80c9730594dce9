// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertRendered,
  newVisitor,
  renderedIds,
  screenPoint,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

type Position = number[];
type Stored = { geometry: { type: string; coordinates: never; geometries?: unknown[] } };

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const SHAPES = {
  islands: {
    type: 'MultiPolygon',
    coordinates: [[square(13.3, 52.5, 0.04), square(13.31, 52.51, 0.01)], [square(13.38, 52.5, 0.02)]],
  },
  walk: {
    type: 'LineString',
    coordinates: [
      [13.46, 52.5, 10],
      [13.48, 52.52, 20],
      [13.5, 52.5, 30],
    ],
  },
  stops: {
    type: 'MultiPoint',
    coordinates: [
      [13.42, 52.5, 34],
      [13.44, 52.51, 35],
    ],
  },
  station: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [13.42, 52.54] },
      {
        type: 'LineString',
        coordinates: [
          [13.43, 52.54],
          [13.45, 52.55],
        ],
      },
    ],
  },
  coast: {
    type: 'LineString',
    coordinates: Array.from({ length: 6000 }, (_, i) => [13.3 + i * 0.00005, 52.57]),
  },
};

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
await space.load(
  ...Object.entries(SHAPES).map(([id, geometry]) => ({
    type: 'Feature' as const,
    id,
    geometry,
    properties: { name: id },
  })),
);

describe('shapes of several parts', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await assertRendered(me.page, space.id, Object.keys(SHAPES));
    await me.page.getByRole('button', { name: 'Edit features' }).click();
    await me.page.getByRole('complementary', { name: 'Editor' }).waitFor();
  });

  const editorOf = (page: Page) => page.getByRole('complementary', { name: 'Editor' });
  const stored = async (id: string) =>
    (await hub.get<Stored>(`${space.features}/${id}`)).body.geometry as unknown as Record<string, unknown>;

  /** Clicks a feature, so that the editor opens it: so near that its corners are apart, and beside the panels. */
  const open = async (id: string, at: [number, number]) => {
    const { page } = me;
    await page.evaluate(`globalThis.meridianMap.jumpTo({ center: ${JSON.stringify(at)}, zoom: 12.3 })`);
    const until = Date.now() + 60_000;
    while (!(await renderedIds(page, space.id)).includes(id) && Date.now() < until)
      await page.waitForTimeout(200);
    const { x, y } = await screenPoint(page, at);
    await page.mouse.click(x, y);
    await editorOf(page).getByRole('heading', { name: id, exact: true }).waitFor();
  };
  const drag = async (from: [number, number], to: [number, number]) => {
    const { page } = me;
    const [start, end] = [await screenPoint(page, from), await screenPoint(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  };
  const save = async (count: number) => {
    const editor = editorOf(me.page);
    const label = count === 1 ? 'Save 1 change' : `Save ${count} changes`;
    await editor.getByRole('button', { name: label }).click();
    // Nothing is left to save.
    await editor.getByRole('button', { name: 'Save', exact: true }).waitFor();
  };
  const near = (actual: Position, wanted: Position, tolerance = 0.002) => {
    const told = `${actual} instead of about ${wanted}`;
    assert.ok(Math.abs(actual[0]! - wanted[0]!) < tolerance, told);
    assert.ok(Math.abs(actual[1]! - wanted[1]!) < tolerance, told);
  };

  test('an area is moved with its hole, the other area stays as it is to the last digit', async () => {
    const { page } = me;
    await open('islands', [13.32, 52.53]);
    for (const name of ['Area 1', 'Hole 1', 'Area 2'])
      await editorOf(page).getByRole('button', { name, exact: true }).waitFor();
    await editorOf(page).getByRole('button', { name: 'Area 1', exact: true }).click();
    await page.evaluate(`globalThis.shownSource = meridianMap.getSource('space ${space.id}')`);
    await drag([13.32, 52.53], [13.31, 52.53]);
    await save(1);
    // The map goes on showing its tiles until those that have changed are there, and then the feature itself again.
    assert.ok(await page.evaluate(`meridianMap.getSource('space ${space.id}') === globalThis.shownSource`));
    await waitUntil(
      page,
      `meridianMap.getFeatureState({ source: 'space ${space.id}', sourceLayer: '${space.id}', id: 'islands' }).edited === false`,
    );
    const { type, coordinates } = (await stored('islands')) as { type: string; coordinates: Position[][][] };
    assert.equal(type, 'MultiPolygon');
    near(coordinates[0]![0]![0]!, [13.29, 52.5]);
    near(coordinates[0]![1]![0]!, [13.3, 52.51]);
    assert.deepEqual(
      coordinates[0]!.map(({ length }) => length),
      [5, 5],
    );
    assert.deepEqual(coordinates[1], SHAPES.islands.coordinates[1]);
  });

  test('a corner is moved and a new one made, and heights are kept', async () => {
    await open('walk', [13.48, 52.52]);
    await drag([13.48, 52.52], [13.48, 52.51]);
    await editorOf(me.page).getByRole('button', { name: 'Save 1 change' }).waitFor();
    await drag([13.49, 52.505], [13.495, 52.515]);
    await save(1);
    const { coordinates } = (await stored('walk')) as { coordinates: Position[] };
    assert.equal(coordinates.length, 4, JSON.stringify(coordinates));
    assert.deepEqual(coordinates[0], [13.46, 52.5, 10]);
    near(coordinates[1]!, [13.48, 52.51]);
    assert.equal(coordinates[1]![2], 20);
    near(coordinates[2]!, [13.495, 52.515]);
    assert.ok(coordinates[2]![2]! > 20 && coordinates[2]![2]! < 30, String(coordinates[2]));
    assert.deepEqual(coordinates[3], [13.5, 52.5, 30]);
  });

  test('one of several points is moved, one is deleted, and all of it is taken back', async () => {
    const { page } = me;
    await open('stops', [13.42, 52.5]);
    await drag([13.42, 52.5], [13.42, 52.52]);
    await editorOf(page).getByRole('button', { name: 'Point 2', exact: true }).click();
    await editorOf(page).getByRole('button', { name: 'Delete Point 2' }).click();
    await editorOf(page).getByRole('button', { name: 'Point 2', exact: true }).waitFor({ state: 'detached' });
    await editorOf(page).getByRole('button', { name: 'Undo' }).click();
    await editorOf(page).getByRole('button', { name: 'Point 2', exact: true }).waitFor();
    await save(1);
    const { type, coordinates } = (await stored('stops')) as { type: string; coordinates: Position[] };
    assert.equal(type, 'MultiPoint');
    near(coordinates[0]!, [13.42, 52.52]);
    assert.equal(coordinates[0]![2], 34);
    assert.deepEqual(coordinates[1], [13.44, 52.51, 35]);
  });

  test('a collection stays one, whatever is moved in it', async () => {
    await open('station', [13.44, 52.545]);
    await drag([13.45, 52.55], [13.46, 52.555]);
    await save(1);
    const { type, geometries } = (await stored('station')) as {
      type: string;
      geometries: { type: string; coordinates: Position[] }[];
    };
    assert.equal(type, 'GeometryCollection');
    assert.deepEqual(geometries[0], SHAPES.station.geometries[0]);
    assert.deepEqual(geometries[1]!.coordinates[0], [13.43, 52.54]);
    near(geometries[1]!.coordinates[1]!, [13.46, 52.555]);
  });

  test('what has too many vertices says so, stays in sight, and keeps them when its properties are changed', async () => {
    const { page } = me;
    await open('coast', [13.4, 52.57]);
    await editorOf(page)
      .getByText(/too many vertices/)
      .waitFor();
    const state = await page.evaluate<{ edited?: boolean }>(
      `globalThis.meridianMap.getFeatureState({ source: 'space ${space.id}', sourceLayer: '${space.id}', id: 'coast' })`,
    );
    assert.notEqual(state.edited, true);
    await editorOf(page).getByLabel('name', { exact: true }).fill('The coast');
    await editorOf(page).getByLabel('name', { exact: true }).press('Enter');
    await save(1);
    assert.deepEqual(await stored('coast'), SHAPES.coast);
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
