// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import {
  assertAccessible,
  assertRendered,
  newVisitor,
  renderedIds,
  screenPoint,
  signInWithBrowser,
  type Visitor,
  waitUntil,
} from './visitor.ts';

type Position = [number, number];
type Stored = {
  id: string;
  geometry: { type: string; coordinates: never };
  properties: Record<string, unknown>;
};

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
/** The border between them has a vertex more, to the east of the straight line. */
const BEND_SOUTH: Position = [13.420001234, 52.5];
const BEND: Position = [13.424, 52.51];
const BEND_NORTH: Position = [13.420001234, 52.52];
const SHAPES: Record<string, object> = {
  west: {
    type: 'Polygon',
    coordinates: [[[13.4, 52.5], BEND_SOUTH, BEND, BEND_NORTH, [13.4, 52.52], [13.4, 52.5]]],
  },
  east: {
    type: 'Polygon',
    coordinates: [[BEND_SOUTH, [13.44, 52.5], [13.44, 52.52], BEND_NORTH, BEND, BEND_SOUTH]],
  },
  pond: { type: 'Polygon', coordinates: [box(13.4, 52.53, 13.42, 52.54)] },
};

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub, { title: 'Fields' });
await space.load(
  ...Object.entries(SHAPES).map(([id, geometry]) => ({
    type: 'Feature' as const,
    id,
    geometry,
    properties: { name: id, crop: `${id} crop` },
  })),
);

describe('shapes', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  const editor = () => me.page.getByRole('complementary', { name: 'Editor' });
  const button = (name: string) => editor().getByRole('button', { name, exact: true });
  const stored = async () => {
    const { body } = await hub.get<{ features: Stored[] }>(`${space.path}/search`);
    return new Map(body.features.map((feature) => [feature.id, feature]));
  };
  const pixel = (at: Position, [dx, dy]: Position = [0, 0]) =>
    screenPoint(me.page, at).then(({ x, y }) => ({ x: x + dx, y: y + dy }));
  const click = async (at: Position, off?: Position) => {
    const { x, y } = await pixel(at, off);
    await me.page.mouse.move(x, y);
    await me.page.mouse.click(x, y);
  };
  /** Two clicks at once would be a double click, which is another thing. */
  const pause = () => me.page.waitForTimeout(400);
  const changes = (count: number) =>
    button(count === 1 ? 'Save 1 change' : `Save ${count} changes`).waitFor();
  const save = async (count: number) => {
    await button(count === 1 ? 'Save 1 change' : `Save ${count} changes`).click();
    // Nothing is left to save.
    await button('Save').waitFor();
  };
  /** Waits until the map shows a feature: what is saved is loaded again. */
  const shown = async (id: string) => {
    const until = Date.now() + 60_000;
    while (!(await renderedIds(me.page, space.id)).includes(id) && Date.now() < until)
      await me.page.waitForTimeout(100);
  };
  const open = async (id: string, at: Position) => {
    await shown(id);
    await click(at);
    await editor().getByRole('heading', { name: id, exact: true }).waitFor();
  };
  const startLine = async (...line: [Position, Position?][]) => {
    await button('Draw a line').click();
    for (const [at, off] of line) {
      await click(at, off);
      await pause();
    }
  };
  const drawLine = async (...line: [Position, Position?][]) => {
    await startLine(...line);
    await me.page.keyboard.press('Enter');
  };
  const shapeTools = async () => {
    const details = editor().locator('details.shape-tools');
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  };
  const loaded = new Set<string>();
  /** Points at places until the shapes around them are here. */
  const approach = async (ids: string[], ...places: Position[]) => {
    const until = Date.now() + 60_000;
    for (let i = 0; !ids.every((id) => loaded.has(id)) && Date.now() < until; i++) {
      for (const place of places) {
        const { x, y } = await pixel(place, [4 + (i % 2), 4]);
        await me.page.mouse.move(x, y);
      }
      await me.page.waitForTimeout(100);
    }
    assert.deepEqual(
      ids.filter((id) => !loaded.has(id)),
      [],
    );
  };
  const again = async () => {
    loaded.clear();
    await me.page.reload();
    await assertRendered(me.page, space.id, Object.keys(SHAPES));
    await me.page.getByRole('button', { name: 'Edit features' }).click();
    await editor().waitFor();
  };

  before(async () => {
    if ('skip' in browser) return;
    me = await newVisitor(browser as Browser, hub, { viewport: { width: 1440, height: 900 } });
    me.page.on('requestfinished', (request) => {
      const id = new URL(request.url()).searchParams.get('id');
      if (id !== null) loaded.add(id);
    });
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await assertRendered(me.page, space.id, Object.keys(SHAPES));
    await me.page.evaluate('meridianMap.jumpTo({ center: [13.42, 52.52], zoom: 12.6 })');
    await me.page.getByRole('button', { name: 'Edit features' }).click();
    await editor().waitFor();
  });

  test('a line snaps to a vertex and to an edge, exactly, unless that is switched off', async () => {
    const { page } = me;
    await approach(['west', 'pond'], BEND_SOUTH, [13.41, 52.53]);
    await drawLine(
      [BEND_SOUTH, [5, 4]],
      [
        [13.41, 52.53],
        [0, 5],
      ],
    );
    await changes(1);
    await page.locator('#main').focus();
    await page.keyboard.press('s');
    assert.equal(await button('Snap to vertices and edges').getAttribute('aria-pressed'), 'false');
    await drawLine(
      [BEND_SOUTH, [5, 4]],
      [
        [13.41, 52.53],
        [0, 5],
      ],
    );
    await changes(2);
    await page.locator('#main').focus();
    await page.keyboard.press('s');
    await save(2);
    const lines = [...(await stored()).values()].filter(({ geometry }) => geometry.type === 'LineString');
    const starts = lines.map(({ geometry }) => (geometry.coordinates as Position[])[0]!);
    const ends = lines.map(({ geometry }) => (geometry.coordinates as Position[])[1]!);
    assert.equal(starts.filter((at) => String(at) === String(BEND_SOUTH)).length, 1, JSON.stringify(starts));
    assert.equal(ends.filter(([, latitude]) => latitude === 52.53).length, 1, JSON.stringify(ends));
    for (const { id } of lines) await hub.delete(`${space.features}/${id}`);
    await again();
  });

  test('a line goes along the border between two positions on it', async () => {
    await button('Follow borders: between two positions on a border, go along it').click();
    await approach(['west', 'east'], BEND_SOUTH, BEND_NORTH);
    await startLine([BEND_SOUTH, [3, 3]], [BEND_NORTH, [3, 3]]);
    // Where it will go is shown while it is drawn.
    const preview = `meridianMap.getLayer('followed borders') && meridianMap.queryRenderedFeatures({ layers: ['followed borders'] }).length`;
    await waitUntil(me.page, `${preview} > 0`);
    await me.page.keyboard.press('Enter');
    await changes(1);
    await waitUntil(me.page, `${preview} === 0`);
    await save(1);
    const line = [...(await stored()).values()].find(({ geometry }) => geometry.type === 'LineString')!;
    assert.deepEqual(line.geometry.coordinates, [BEND_SOUTH, BEND, BEND_NORTH]);
    await hub.delete(`${space.features}/${line.id}`);
    await again();
  });

  test('an area is split by a line, taken back, and split again', async () => {
    const { page } = me;
    await open('pond', [13.41, 52.535]);
    await shapeTools();
    await assertAccessible(page);
    await button('Split').click();
    await editor().getByText('Draw a line across the feature').waitFor();
    for (const at of [
      [13.405, 52.526],
      [13.405, 52.544],
    ] as Position[]) {
      await click(at);
      await pause();
    }
    await page.keyboard.press('Enter');
    await changes(2);
    await button('Undo').click();
    await button('Save').waitFor();
    await button('Redo').click();
    await save(2);
    const ponds = [...(await stored()).values()].filter(({ properties }) => properties.name === 'pond');
    assert.equal(ponds.length, 2);
    assert.deepEqual(
      ponds.map(({ properties }) => properties.crop),
      ['pond crop', 'pond crop'],
    );
    const widths = ponds.map(({ geometry }) => {
      const longitudes = (geometry.coordinates as Position[][])[0]!.map(([longitude]) => longitude);
      return Math.max(...longitudes) - Math.min(...longitudes);
    });
    assert.ok(Math.abs(widths[0]! + widths[1]! - 0.02) < 1e-9, String(widths));
  });

  test('areas are merged, with the properties of the one that is chosen', async () => {
    const { page } = me;
    await open('west', [13.405, 52.51]);
    await shapeTools();
    await button('Merge…').click();
    const panel = editor().getByRole('region', { name: 'Merge features' });
    await shown('east');
    await click([13.435, 52.51]);
    await panel.getByRole('radio', { name: 'east' }).check();
    await assertAccessible(page);
    await panel.getByRole('button', { name: 'Merge 2 features' }).click();
    await changes(2);
    await button('Undo').click();
    await button('Save').waitFor();
    await button('Redo').click();
    await save(2);
    const all = await stored();
    assert.equal(all.has('west'), false);
    const { geometry, properties } = all.get('east')!;
    assert.deepEqual([geometry.type, properties.crop], ['Polygon', 'east crop']);
    const [ring, ...holes] = geometry.coordinates as Position[][];
    assert.equal(holes.length, 0);
    assert.deepEqual([...new Set(ring!.map(([longitude]) => longitude))].sort(), [13.4, 13.420001234, 13.44]);
  });

  test('a feature is moved and turned by keys and by buttons', async () => {
    const { page } = me;
    await open('east', [13.41, 52.51]);
    await page.locator('.maplibregl-canvas').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await changes(1);
    await page.keyboard.press('Control+Shift+ArrowUp');
    await shapeTools();
    await button('Move left').click();
    await editor().getByLabel('Degrees, clockwise').fill('90');
    await button('Rotate').click();
    await save(1);
    const ring = (await stored()).get('east')!.geometry.coordinates[0] as Position[];
    const span = (values: number[]) => Math.max(...values) - Math.min(...values);
    const [width, height] = [span(ring.map(([x]) => x)), span(ring.map(([, y]) => y))];
    // 0.04° by 0.02° before, and a degree of latitude is 1.64 as long as one of longitude here.
    assert.ok(Math.abs(width - 0.0329) < 0.0002, `${width}`);
    assert.ok(Math.abs(height - 0.02434) < 0.0002, `${height}`);
  });

  test('without a complaint of the browser', () => assert.deepEqual(me.complaints, []));
});
