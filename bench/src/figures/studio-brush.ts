import type { Page } from 'playwright-core';
import { tilesShown } from '../browser/studio.ts';
import { INDEXED_PROPERTY } from '../data/feature.ts';
import { SPACE } from '../data/filling.ts';
import type { Figure } from '../figure.ts';
import { quantile } from '../rounds.ts';

/** Steps of the pointer from the first bar of the histogram to the middle. */
const STEPS = 20;
const LONGEST_COUNT_MS = 300;
const EXACT_WITHIN_MS = 1500;
const OPENING_MS = 20_000;
/** So long does a person at least look at a histogram before choosing of it. */
const LOOK_MS = 1000;

/** So long after the last move and the last tiles nothing more comes: a slow page asks for tiles while the pointer still moves, too. */
const SETTLED_MS = 3000;

/**
 * Waits in the page, which knows best when it has seen the pointer: how long until the count of what is brushed stands on the
 * screen, and when the tiles of just that are shown.
 */
const WATCH = `(() => {
  const source = meridianMap.getSource('space ${SPACE}');
  const [before] = source.tiles;
  const seen = (globalThis.brushing = { counts: [], moved: undefined, exact: undefined });
  let shown;
  const bars = document.querySelector('.histogram .bars');
  bars.addEventListener('pointermove', ({ timeStamp }) => { seen.moved = timeStamp; });
  new MutationObserver(() => {
    const from = seen.moved;
    requestAnimationFrame(() => seen.counts.push(performance.now() - from));
  }).observe(document.querySelector('.histogram [role=status]'), { subtree: true, childList: true, characterData: true });
  meridianMap.on('render', () => {
    const tiles = meridianMap.isSourceLoaded(source.id) ? source.tiles[0] : undefined;
    if (tiles === shown) return;
    shown = tiles;
    seen.exact = tiles === undefined || tiles === before ? undefined : performance.now();
  });
})()`;

/** By the clock of the page; no time is known of what has not happened. */
type Brushing = { counts: number[]; moved: number; exact: number };

/** Brushes over the histogram of a property that all features have. */
export async function brushHistogram(page: Page): Promise<Figure[]> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Property', { exact: true }).selectOption(INDEXED_PROPERTY);
  const bars = page.locator('.histogram .bars');
  await bars.scrollIntoViewIfNeeded();
  // The property is in none of the tiles that are shown so far.
  await tilesShown(page, OPENING_MS);
  const { x, y, width, height } = (await bars.boundingBox())!;
  await page.waitForTimeout(LOOK_MS);
  await page.evaluate(WATCH);
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++)
    await page.mouse.move(x + (step / STEPS) * (width / 2), y + height / 2);
  await page.mouse.up();
  const isSettled = `performance.now() - Math.max(brushing.moved, brushing.exact) > ${SETTLED_MS}`;
  while (!(await page.evaluate<boolean>(isSettled))) await page.waitForTimeout(100);
  const { counts, moved, exact } = await page.evaluate<Brushing>('brushing');
  return [
    {
      ...one('studio, brush: a count, 95th percentile', quantile(counts, 0.95)),
      target: { of: 'ours', below: LONGEST_COUNT_MS },
      note: 'on the clock, from the move of the pointer to the frame that shows how many features are chosen; drawn without a graphics card',
    },
    {
      ...one('studio, brush: exact tiles after it rests', Math.max(0, exact - moved)),
      target: { of: 'ours', below: EXACT_WITHIN_MS },
      note: 'on the clock, from the last move; drawn without a graphics card',
    },
  ];
}

function one(name: string, ours: number): Figure {
  return { name, unit: 'ms', rounds: [{ ours, floor: undefined }] };
}
