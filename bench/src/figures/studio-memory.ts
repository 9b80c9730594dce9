import type { CDPSession, Page } from 'playwright-core';
import { type PageMemory, pageMemory } from '../browser/page-memory.ts';
import { goTo, inStudio, LEVELS, START_ZOOM, tilesShown } from '../browser/studio.ts';
import { SPACE } from '../data/filling.ts';
import { CITIES } from '../data/words.ts';
import type { Figure } from '../figure.ts';
import { median } from '../rounds.ts';

/** As on a phone: many zooms in little time. */
const SMALL_VIEW = { width: 400, height: 400 };
const ZOOMS = 200;
const ZOOMS_BETWEEN_LOOKS = 20;
/** With fewer, it was no zooming. */
const LEAST_TILES = 50;
const LEAST_LOOKS = 6;
/** How long for the tiles of a view at most. */
const SETTLE_MS = 800;
const MAX_GROWTH = 1.1;
/** Nothing may take longer, whatever hangs. */
const MEMORY_S = 500;
const ZOOMING_S = 400;

/** The studio in a browser: zooms a map of the whole space again and again, and looks at what the page keeps. */
export const studioMemory = inStudio(MEMORY_S, async ({ browser, page }) => {
  const tiles = countTiles(page);
  const looks = await watchMemory(page, await browser.newBrowserCDPSession());
  if (looks.length < LEAST_LOOKS || tiles.count < LEAST_TILES)
    throw new Error(`${looks.length} looks and ${tiles.count} tiles are too few to tell anything`);
  return growing(looks, tiles.count);
});

/** How many tiles the page is given: without any, nothing would have been measured. */
function countTiles(page: Page): { count: number } {
  const tiles = { count: 0 };
  page.on('response', (response) => {
    if (response.url().includes(`/${SPACE}/tile/`)) tiles.count++;
  });
  return tiles;
}

async function watchMemory(page: Page, ofBrowser: CDPSession): Promise<PageMemory[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.setViewportSize(SMALL_VIEW);
  // Then a key changes the zoom at once, and the time goes into tiles instead of the frames on the way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const looks: PageMemory[] = [];
  const until = performance.now() + ZOOMING_S * 1000;
  // The first round fills what the page keeps on purpose. A machine that is too slow for all of them says how many it were.
  for (let round = 0; round <= ZOOMS / ZOOMS_BETWEEN_LOOKS && performance.now() < until; round++) {
    // Somewhere else each time: what has been seen is still there, and zooming would cost nothing.
    await goTo(page, CITIES[round + 1]!);
    await zoomInAndOut(page);
    // Always at the same position, as cities differ by what their tiles hold.
    await goTo(page, CITIES[0]!);
    const look = await pageMemory(session, ofBrowser);
    if (round > 0) looks.push(look);
  }
  return looks;
}

/** One level a step, by the keyboard; the next when its tiles are shown. */
async function zoomInAndOut(page: Page): Promise<void> {
  await page.locator('.maplibregl-canvas').focus();
  for (let step = 0, zoom = START_ZOOM; step < ZOOMS_BETWEEN_LOOKS; step++) {
    const isIn = step % (2 * LEVELS) < LEVELS;
    zoom += isIn ? 1 : -1;
    await page.keyboard.press(isIn ? '+' : '-');
    await tilesShown(page, SETTLE_MS, zoom);
  }
}

/** The later half of the looks beside the first half. Medians: now and then one meets the garbage of the workers. */
function growing(looks: readonly PageMemory[], tiles: number): Figure[] {
  const half = looks.length >> 1;
  const of = (what: keyof PageMemory, some: readonly PageMemory[]) => median(some.map((look) => look[what]));
  const compare = (name: string, what: keyof PageMemory, scale: number, unit: Figure['unit']): Figure => ({
    name: `studio, ${looks.length * ZOOMS_BETWEEN_LOOKS} zooms: ${name}`,
    unit,
    rounds: [{ ours: of(what, looks.slice(half)) / scale, floor: of(what, looks.slice(0, half)) / scale }],
    target: { of: 'ratio', below: MAX_GROWTH },
    note: `${tiles} tiles; the later half of the looks beside the first; each: ${looks.map((look) => (look[what] / scale).toFixed(0)).join(' ')}`,
  });
  return [
    compare('script memory', 'script', 1024 ** 2, 'MB'),
    compare('memory of the page’s process', 'process', 1024 ** 2, 'MB'),
    compare('elements', 'nodes', 1, 'elements'),
  ];
}
