// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertAccessible, newVisitor, signInWithBrowser, type Visitor, waitUntil } from './visitor.ts';

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
/** Three points close together, and an area. */
await space.load(
  ...[0, 1, 2].map((n) => ({
    type: 'Feature' as const,
    id: `p${n}`,
    geometry: { type: 'Point', coordinates: [10 + n / 1000, 10] },
    properties: { name: `Town ${n}`, size: n * 50, mixed: n === 0 ? 'none' : n },
  })),
  {
    type: 'Feature',
    id: 'area',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [11, 11],
          [12, 11],
          [12, 12],
          [11, 12],
          [11, 11],
        ],
      ],
    },
    properties: { name: 'Area', size: 80 },
  },
);

describe('how a layer looks', { skip: 'skip' in browser ? browser.skip : false }, () => {
  let me: Visitor;
  before(async () => {
    me = await newVisitor(browser as Browser, hub);
    await signInWithBrowser(me, hub, { hash: `#/map?add=${space.id}` });
    await me.page.getByRole('button', { name: /^Style of/ }).click();
  });

  /** What the map draws in a layer of the space, by the map's own account, once something of it is there. */
  async function drawn<Found>(layer: string, member: string): Promise<Found[]> {
    const until = Date.now() + 60_000;
    for (;;) {
      const found = await me.page.evaluate<Found[]>(
        `globalThis.meridianMap?.loaded() && meridianMap.getLayer('space ${space.id} ${layer}')
          ? meridianMap.queryRenderedFeatures({ layers: ['space ${space.id} ${layer}'] }).map((f) => f.properties['${member}'])
          : []`,
      );
      // What lies across tiles is found in each.
      if (found.length > 0 || Date.now() > until) return [...new Set(found)];
      await me.page.waitForTimeout(200);
    }
  }
  const paint = (layer: string, name: string) =>
    me.page.evaluate<unknown>(`meridianMap.getPaintProperty('space ${space.id} ${layer}', '${name}')`);

  test('labels are the values of a property', async () => {
    await me.page.getByLabel('Labels').selectOption('name');
    assert.deepEqual(await drawn('area label', 'name'), ['Area']);
    assert.ok((await drawn<string>('point label', 'name')).every((name) => name.startsWith('Town')));
  });

  test('an area that several tiles have is labelled once, where it is widest in view', async () => {
    const { page } = me;
    /** Whether there is one label, and it is between these longitudes, and latitudes. */
    const isOneBetween = (low: number, high: number) =>
      `meridianMap.loaded() && JSON.stringify(meridianMap.queryRenderedFeatures({ layers: ['space ${space.id} area label'] })
        .map(({ geometry }) => geometry.coordinates.every((one) => one > ${low} && one < ${high}))) === '[true]'`;
    // Where the area is widest several tiles meet.
    await page.evaluate(`void meridianMap.jumpTo({ center: [11.5, 11.5], zoom: 9 })`);
    await waitUntil(page, isOneBetween(11.44, 11.56));
    await page.evaluate(`void meridianMap.jumpTo({ center: [11.95, 11.95], zoom: 11 })`);
    await waitUntil(page, isOneBetween(11.7, 12));
    await page.getByRole('button', { name: /^Zoom to/ }).click();
  });

  test('size goes by a number, and the legend says from where to where', async () => {
    const { page } = me;
    await page.getByLabel('Size by').selectOption('size');
    await page.getByText('Size: size').waitFor();
    await page.locator('.legend.sizes').getByText('100', { exact: true }).waitFor();
    assert.match(JSON.stringify(await paint('point', 'circle-radius')), /sqrt.*"size"/);
    assert.ok((await drawn<number>('point', 'size')).includes(100), 'the tiles have the property');
  });

  test('what the legend shows is as opaque as the map', async () => {
    const { page } = me;
    await page.getByLabel('Colour', { exact: true }).first().selectOption('categories');
    const swatch = page.locator('.legend li .swatch').first();
    await swatch.waitFor();
    await page.getByLabel('Opacity').fill('0.5');
    assert.match((await swatch.getAttribute('style')) ?? '', /opacity: 0\.5/);
    assert.deepEqual(((await paint('fill', 'fill-opacity')) as unknown[]).at(-1), [
      'case',
      ['boolean', ['feature-state', 'hovered'], false],
      0.375,
      0.5,
    ]);
    assert.equal(((await paint('point', 'circle-opacity')) as unknown[]).at(-1), 0.5);
    await page.getByText('Categories and their colours').click();
    const names = () => page.locator('.legend li span:not(.swatch, .count)').allInnerTexts();
    const [first, second] = await names();
    await page.getByLabel(`Colour of ${second}`).fill('#123456');
    await page.getByRole('button', { name: `Move ${second} up` }).click();
    assert.match((await swatch.getAttribute('style')) ?? '', /rgb\(18, 52, 86\)/);
    assert.match(JSON.stringify(await paint('point', 'circle-color')), /#123456/);
    assert.deepEqual((await names()).slice(0, 2), [second, first]);
    await assertAccessible(page);
  });

  test('categories are left out and added by hand, also of values that no feature has yet', async () => {
    const { page } = me;
    const names = () => page.locator('.legend li span:not(.swatch, .count)').allInnerTexts();
    const before = (await names()).filter((name) => name !== 'Other');
    const [first, second] = before;
    const remover = (name: string) => page.getByRole('button', { name: `Leave out the category ${name}` });
    const colors = async () => JSON.stringify(await paint('point', 'circle-color'));
    await remover(first!).focus();
    await page.keyboard.press('Enter');
    await page.locator('.legend li', { hasText: 'Other' }).waitFor();
    assert.ok(!(await names()).includes(first!));
    assert.ok(!(await colors()).includes(JSON.stringify(first)));
    await waitUntil(
      page,
      `document.activeElement?.getAttribute('aria-label')?.endsWith(${JSON.stringify(second)})`,
    );
    const added = page.getByLabel('Category to add');
    await added.focus();
    const offered = `[...document.querySelectorAll('.popup-settings datalist option')].map(({ value }) => value)`;
    await waitUntil(page, `${offered}.includes(${JSON.stringify(first)})`);
    await added.fill(first!);
    await added.press('Enter');
    await added.fill('of tomorrow');
    await added.press('Enter');
    assert.deepEqual((await names()).slice(-2), [first, 'of tomorrow']);
    assert.match(await colors(), new RegExp(`"${first}","#.*"of tomorrow","#`));
    await page.locator('.legend li', { hasText: 'of tomorrow' }).getByText('0', { exact: true }).waitFor();
    await added.fill('of tomorrow');
    await added.press('Enter');
    await page.getByText('of tomorrow is a category already.').waitFor();
    await assertAccessible(page);
    await added.fill('');
    for (const name of (await names()).slice(0, -1)) await remover(name).click();
    assert.ok(await remover('of tomorrow').isDisabled(), 'the last one stays');
    const shading = page.getByLabel('Colour', { exact: true }).first();
    await shading.selectOption('plain');
    await shading.selectOption('categories');
    await page.locator('.legend li', { hasText: first! }).waitFor();
  });

  test('points have signs, all of them or those of a category, and so has the legend', async () => {
    const { page } = me;
    const image = () =>
      page.evaluate<unknown>(`meridianMap.getLayoutProperty('space ${space.id} sign', 'icon-image')`);
    await page.getByLabel('Sign on points').selectOption('tree');
    assert.ok((await drawn<number>('sign', 'size')).length > 0);
    assert.equal(await image(), 'meridian sign tree');
    await waitUntil(page, `meridianMap.hasImage('meridian sign tree')`);
    assert.ok((await page.locator('.legend li .sign').count()) > 0);
    await page.getByText('Signs of categories').click();
    const field = page.getByLabel(/^Sign of /).first();
    await field.selectOption('school');
    assert.match(JSON.stringify(await image()), /"match".*"meridian sign school","meridian sign tree"/);
    await assertAccessible(page);
    await field.selectOption('');
    await page.getByLabel('Sign on points').selectOption('');
    assert.equal(await page.evaluate(`meridianMap.getLayer('space ${space.id} sign')`), undefined);
  });

  test('areas are raised by a number, and looked at from the side', async () => {
    const { page } = me;
    await page.getByLabel('Height (3D) by').selectOption('size');
    await page.getByText('Height: size').waitFor();
    assert.deepEqual(await drawn('raised', 'size'), [80]);
    assert.equal(await page.evaluate('meridianMap.getPitch()'), 50);
    await page.getByLabel('Metres per unit').fill('no');
    await page.getByLabel('Metres per unit').press('Enter');
    await page.getByText('Expected a number that is greater than 0.').waitFor();
    await page.getByLabel('Metres per unit').fill('300');
    await page.getByLabel('Metres per unit').press('Enter');
    assert.deepEqual(await paint('raised', 'fill-extrusion-height'), [
      'case',
      ['boolean', ['feature-state', 'edited'], false],
      0,
      ['*', 300, ['max', 0, ['to-number', ['get', 'size'], 0]]],
    ]);
    await page.getByLabel('Height (3D) by').selectOption('');
    assert.equal(await page.evaluate('meridianMap.getPitch()'), 0);
  });

  test('it is stored with the space: the next map begins with it, and so does the MapLibre style', async () => {
    const { page } = me;
    await page.getByRole('button', { name: 'Save as the style of the space' }).click();
    await page.getByText('has this style wherever').waitFor();
    const { body } = await hub.get<{
      layers: { id: string; type: string; layout?: Record<string, unknown> }[];
    }>(`/ogc/styles/${space.id}`, {
      headers: { accept: 'application/vnd.mapbox.style+json' },
    });
    const label = body.layers.find(({ id }) => id === `${space.id} point label`);
    assert.deepEqual(label?.layout?.['symbol-sort-key'], ['-', ['to-number', ['get', 'size'], 0]]);
    assert.deepEqual(label?.layout?.['text-field'], ['to-string', ['get', 'name']]);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Size: size').waitFor();
  });

  test('clusters count, hexagons have their numbers', async () => {
    const { page } = me;
    await page.getByRole('button', { name: /^Style of/ }).click();
    await page.getByLabel('Show as', { exact: true }).selectOption('clusters');
    assert.ok((await drawn<number>('cluster', 'point_count')).includes(3));
    assert.ok((await drawn<number>('cluster count', 'point_count')).includes(3));
    await page.getByLabel('Show as', { exact: true }).selectOption('hexbin');
    assert.ok((await drawn<number>('cells count', 'qty')).includes(3));
    await assertAccessible(page);
  });

  test('hexagons show what is made of a property, and the legend from where to where', async () => {
    const { page } = me;
    const shows = (value: number) =>
      waitUntil(
        page,
        `globalThis.meridianMap?.loaded() && meridianMap.queryRenderedFeatures({ layers: ['space ${space.id} cells'] })
          .some(({ properties }) => properties.qty === 3 && properties.value === ${value})`,
      );
    await page.getByLabel('Hexagons show').selectOption('size');
    await shows(150);
    await page.getByText('Sum of size per hexagon').waitFor();
    await page.locator('.legend.ramp').getByText('150', { exact: true }).waitFor();
    await page.getByLabel('As', { exact: true }).selectOption('mean');
    await shows(50);
    await page.getByText('Mean of size per hexagon').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Hexagons show').selectOption('');
    await page.getByText('Features per hexagon').waitFor();
  });

  test('heat is weaker where cells are many, so that it shows more than one colour, and wider where it is set', async () => {
    const { page } = me;
    await page.getByLabel('Show as', { exact: true }).selectOption('heat');
    await drawn('heat', 'qty');
    const intensity = Number(await paint('heat', 'heatmap-intensity'));
    assert.ok(intensity > 0 && intensity <= 1, String(intensity));
    const radius = Number(await paint('heat', 'heatmap-radius'));
    await page.getByLabel('Radius', { exact: true }).fill('20');
    assert.ok(Number(await paint('heat', 'heatmap-radius')) > radius);
    await page.getByLabel('Weight').selectOption('size');
    await page.getByText('Density of size').waitFor();
    await waitUntil(
      page,
      `JSON.stringify(meridianMap.getPaintProperty('space ${space.id} heat', 'heatmap-weight')).includes('["get","value"]')`,
    );
    await page.getByLabel('Show as', { exact: true }).selectOption('features');
    await drawn('point', 'size');
  });

  test('tiles of a space that is being filed are loaded again until all of it is', async () => {
    const { page } = me;
    const shares = ['10%', '60%'];
    let loaded = 0;
    await page.context().route('**/tile/web/**', async (route) => {
      const isAsking = route.request().method() === 'HEAD';
      if (!isAsking) loaded++;
      const share = isAsking ? shares.shift() : undefined;
      return share ? route.fulfill({ headers: { 'Meridian-Building': share } }) : route.continue();
    });
    // Other tiles, of which one can tell.
    await page.getByLabel('Labels').selectOption('mixed');
    const until = Date.now() + 60_000;
    for (let before = -1; before < loaded && Date.now() < until; ) {
      before = loaded;
      await page.waitForTimeout(4000);
    }
    assert.deepEqual([shares, loaded >= 3], [[], true], `${loaded} tiles`);
    await page.context().unrouteAll();
  });

  test('tiles that cannot be loaded are told of once, calmly, and loaded again by themselves', async () => {
    const { page } = me;
    assert.deepEqual(me.complaints, []);
    await page.context().route('**/tile/web/**', (route) => route.abort());
    await page.evaluate('meridianMap.jumpTo({ center: [0, 0], zoom: 3 })');
    const notice = page.getByRole('status').filter({ hasText: 'Trying again…' });
    await notice.waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await assertAccessible(page);
    await page.evaluate('meridianMap.jumpTo({ center: [10, 10], zoom: 9 })');
    await page.context().unrouteAll();
    assert.ok((await drawn<number>('point', 'size')).length > 0, 'without a touch of the map');
    await notice.waitFor({ state: 'hidden' });
  });

  test('the base map is loaded again by itself, from its first request on', async () => {
    const { page } = me;
    const ground = `meridianMap.queryRenderedFeatures({ layers: ['land'] }).length > 0`;
    const notice = page.getByRole('status').filter({ hasText: 'Trying again…' });
    await page.context().route('**/*.pmtiles', (route) => route.abort());
    await page.reload();
    await notice.waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.context().unrouteAll();
    await waitUntil(page, `globalThis.meridianMap?.getLayer('land') && ${ground}`);
    await notice.waitFor({ state: 'hidden' });
    // What the file has of a place is asked for when that is looked at.
    await page.context().route('**/*.pmtiles', (route) => route.abort());
    await page.evaluate('meridianMap.jumpTo({ center: [100, 35], zoom: 6 })');
    await notice.waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.context().unrouteAll();
    await notice.waitFor({ state: 'hidden' });
    await waitUntil(page, `meridianMap.loaded() && ${ground}`);
  });

  test('an address with a space to add and a view shows that view', async () => {
    const { page } = me;
    await page.goto(`${hub.url}/#/spaces`);
    await page.goto(`${hub.url}/#/map?add=${space.id}&at=6/40/-3`);
    await waitUntil(page, 'globalThis.meridianMap?.loaded()');
    await page.getByRole('button', { name: /^Style of/ }).waitFor();
    await waitUntil(page, `location.hash.includes('at=6/40/-3')`);
    const { lng, lat } = await page.evaluate<{ lng: number; lat: number }>('meridianMap.getCenter()');
    assert.deepEqual([Math.round(lng), Math.round(lat)], [-3, 40]);
  });
});
