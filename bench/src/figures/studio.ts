import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { Hand } from '../browser/hand.ts';
import { type MainThread, traceMainThread } from '../browser/main-thread.ts';
import { inStudio, LEVELS } from '../browser/studio.ts';
import { within } from '../browser/within.ts';
import type { Figure } from '../figure.ts';
import { quantile } from '../rounds.ts';
import { brushHistogram } from './studio-brush.ts';

const MIDDLE = { x: 560, y: 260 };
/** The ways of the hand that drags the map, in pixels. */
const WAYS = [
  [-250, 0],
  [0, -250],
  [250, 0],
  [0, 250],
  [-200, -200],
  [200, 200],
] as const;
const STEPS = 25;
/** How long the hand waits for the page at most, a step of the way and a turn of the wheel. */
const DRAG_MS = 60;
const TURN_MS = 500;
const PAUSE_MS = 300;
/** Turns of the wheel that make about one level. */
const TURNS = 4;
/** Thirty frames a second. */
const LONGEST_FRAME_MS = 33;
const LONGEST_TASK_MS = 200;
/** No part may take longer, whatever hangs. */
const PART_S = 150;

/**
 * The studio in a browser: moves and zooms a map of the whole space, and looks at what the page's main thread does; then brushes
 * over a histogram of all features.
 */
export const studio = inStudio(4 * PART_S, async ({ browser, page }) => {
  const hand = new Hand(await page.context().newCDPSession(page));
  const panned = await traced('panning', browser, () => pan(hand));
  const zoomed = await traced('zooming', browser, () => zoomInAndOut(hand));
  const brushed = await within(PART_S, 'brushing', brushHistogram(page));
  return [...moving('pan', panned), ...moving('zoom', zoomed), ...brushed];
});

function traced(what: string, browser: Browser, work: () => Promise<void>): Promise<MainThread> {
  return within(PART_S, what, traceMainThread(browser, work));
}

async function pan(hand: Hand): Promise<void> {
  for (const [x, y] of WAYS) {
    const at = (share: number) => ({ x: MIDDLE.x + x * (share - 0.5), y: MIDDLE.y + y * (share - 0.5) });
    await hand.does([{ type: 'mousePressed', ...at(0), button: 'left', buttons: 1, clickCount: 1 }], DRAG_MS);
    for (let step = 1; step <= STEPS; step++)
      await hand.does([{ type: 'mouseMoved', ...at(step / STEPS), button: 'left', buttons: 1 }], DRAG_MS);
    await hand.does([{ type: 'mouseReleased', ...at(1), button: 'left', clickCount: 1 }], DRAG_MS);
    await pause(PAUSE_MS);
  }
}

/** One level a step, by the wheel. */
async function zoomInAndOut(hand: Hand): Promise<void> {
  for (let step = 0; step < 4 * LEVELS; step++) {
    const isIn = step % (2 * LEVELS) < LEVELS;
    const turn = { type: 'mouseWheel', ...MIDDLE, deltaX: 0, deltaY: isIn ? -120 : 120 } as const;
    await hand.does(
      Array.from({ length: TURNS }, () => turn),
      TURN_MS,
    );
    await pause(PAUSE_MS);
  }
}

function moving(what: string, { tasks, frames, busy, shown }: MainThread): Figure[] {
  const note = `processor time of the page's main thread; ${shown.toFixed(0)} frames a second were shown, drawn without a graphics card`;
  return [
    {
      ...one(`studio, ${what}: a frame, 95th percentile`, 'ms', quantile(frames, 0.95)),
      target: { of: 'ours', below: LONGEST_FRAME_MS },
      note,
    },
    {
      ...one(`studio, ${what}: longest task`, 'ms', Math.max(...tasks)),
      target: { of: 'ours', below: LONGEST_TASK_MS },
    },
    one(`studio, ${what}: main thread, a second`, 'ms', busy),
  ];
}

function one(name: string, unit: Figure['unit'], ours: number): Figure {
  return { name, unit, rounds: [{ ours, floor: undefined }] };
}
