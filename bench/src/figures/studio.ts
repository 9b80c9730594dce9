import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../../acceptance/harness/chromium.ts';
import { Hand } from '../browser/hand.ts';
import { type MainThread, traceMainThread } from '../browser/main-thread.ts';
import { type PageMemory, pageMemory } from '../browser/page-memory.ts';
import { within } from '../browser/within.ts';
import { SPACE } from '../data/filling.ts';
import { CITIES } from '../data/words.ts';
import type { Figure } from '../figure.ts';
import { PROGRAM, plainEnvironment } from '../hub/hub-process.ts';
import { median, quantile } from '../rounds.ts';
import { type Measurement, onHub } from './setting.ts';

const ACCOUNT = 'admin@localhost';
/** Small, as every pixel is drawn by the processor here. */
const VIEW = { width: 800, height: 600 };
/** As on a phone: many zooms in little time. */
const SMALL_VIEW = { width: 400, height: 400 };
const SMALL_MIDDLE = { x: 220, y: 220 };
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
/** How long for the tiles of a view at most. */
const OPENING_MS = 20_000;
const ARRIVING_MS = 5000;
const SETTLE_MS = 800;
const PAUSE_MS = 300;
/** Turns of the wheel that make about one level. */
const TURNS = 4;
/** Thirty frames a second. */
const LONGEST_FRAME_MS = 33;
const LONGEST_TASK_MS = 200;
const ZOOMS = 200;
const ZOOMS_BETWEEN_LOOKS = 20;
/** With fewer, it was no zooming. */
const LEAST_TILES = 50;
const LEAST_LOOKS = 6;
const START_ZOOM = 8;
/** So many levels in, then out again. */
const LEVELS = 6;
const MOST_GROWTH = 1.1;
/** No part may take longer, whatever hangs. */
const PART_S = 150;
const MEMORY_S = 500;
const ZOOMING_S = 400;

/** The studio in a browser: moves and zooms a map of the whole space, and looks at what the page's main thread does. */
export const studio: Measurement = (bench) => {
  // Before the hub has the folder open: from then on it would want to be asked by somebody who is signed in.
  const password = newPassword(bench.prepared.data);
  return onHub(async (setting) => {
    const browser = await launchChromium();
    if ('skip' in browser) throw new Error(browser.skip);
    try {
      return await within(MEMORY_S + 3 * PART_S, 'the studio', measure(browser, setting.hub.url, password));
    } finally {
      await browser.close();
    }
  })(bench);
};

async function measure(browser: Browser, url: string, password: string): Promise<Figure[]> {
  const page = await openMap(browser, url, password);
  const session = await page.context().newCDPSession(page);
  const hand = new Hand(session);
  const tiles = countTiles(page);
  const panned = await traced('panning', browser, () => pan(hand));
  const zoomed = await traced('zooming', browser, () =>
    zoomInAndOut(hand, 4 * LEVELS, MIDDLE, () => pause(PAUSE_MS)),
  );
  tiles.count = 0;
  const memory = await within(MEMORY_S, 'zooming on', watchMemory(browser, page, session, hand));
  if (memory.length < LEAST_LOOKS || tiles.count < LEAST_TILES)
    throw new Error(`${memory.length} looks and ${tiles.count} tiles are too few to tell anything`);
  return [...moving('pan', panned), ...moving('zoom', zoomed), ...growing(memory, tiles.count)];
}

/** How many tiles the page is given: without any, nothing would have been measured. */
function countTiles(page: Page): { count: number } {
  const tiles = { count: 0 };
  page.on('response', (response) => {
    if (response.url().includes(`/${SPACE}/tile/`)) tiles.count++;
  });
  return tiles;
}

function traced(what: string, browser: Browser, work: () => Promise<void>): Promise<MainThread> {
  return within(PART_S, what, traceMainThread(browser, work));
}

function newPassword(data: string): string {
  const password = randomBytes(16).toString('base64url');
  const words = ['account', 'passwd', ACCOUNT, '--data', data, '--password-stdin'];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    input: password,
    env: plainEnvironment(),
  });
  if (status !== 0) throw new Error(`meridian ${words.join(' ')}: ${stderr}`);
  return password;
}

async function openMap(browser: Browser, url: string, password: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: VIEW })).newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${url}/sign-in#/map?add=${SPACE}`);
  await page.getByLabel('Email').fill(ACCOUNT);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.stage').waitFor();
  await settle(page, OPENING_MS);
  await goTo(page, CITIES[0]!);
  return page;
}

async function goTo(page: Page, city: readonly [number, number]): Promise<void> {
  await page.evaluate(
    `globalThis.meridianMap.jumpTo({ center: ${JSON.stringify(city)}, zoom: ${START_ZOOM} })`,
  );
  await settle(page, ARRIVING_MS);
}

/** Until the map has all its tiles, or so long that nobody would wait for them. */
async function settle(page: Page, patience: number): Promise<void> {
  const source = JSON.stringify(`space ${SPACE}`);
  const until = performance.now() + patience;
  do {
    await page.waitForTimeout(100);
    const isThere = await page.evaluate<boolean>(
      `(() => { const map = globalThis.meridianMap;
        return Boolean(map?.getSource(${source}) && map.isSourceLoaded(${source}) && !map.isMoving()); })()`,
    );
    if (isThere) return;
  } while (performance.now() < until);
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
async function zoomInAndOut(
  hand: Hand,
  steps: number,
  at: { x: number; y: number },
  wait: () => Promise<void>,
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const isIn = step % (2 * LEVELS) < LEVELS;
    const turn = { type: 'mouseWheel', ...at, deltaX: 0, deltaY: isIn ? -120 : 120 } as const;
    await hand.does(
      Array.from({ length: TURNS }, () => turn),
      TURN_MS,
    );
    await wait();
  }
}

async function watchMemory(
  browser: Browser,
  page: Page,
  session: CDPSession,
  hand: Hand,
): Promise<PageMemory[]> {
  await session.send('Performance.enable');
  const ofBrowser = await browser.newBrowserCDPSession();
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.setViewportSize(SMALL_VIEW);
  const looks: PageMemory[] = [];
  const until = performance.now() + ZOOMING_S * 1000;
  // A machine that is too slow for all of them says how many it were.
  for (let zooms = 0; zooms < ZOOMS && performance.now() < until; zooms += ZOOMS_BETWEEN_LOOKS) {
    // Somewhere else each time: what has been seen is still there, and zooming would cost nothing.
    await goTo(page, CITIES[looks.length + 1]!);
    await zoomInAndOut(hand, ZOOMS_BETWEEN_LOOKS, SMALL_MIDDLE, () => settle(page, SETTLE_MS));
    looks.push(await pageMemory(session, ofBrowser));
  }
  return looks;
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

/** The later half of the looks beside the first half. Medians: now and then one meets the garbage of the workers. */
function growing(looks: readonly PageMemory[], tiles: number): Figure[] {
  const half = looks.length >> 1;
  const of = (what: keyof PageMemory, some: readonly PageMemory[]) => median(some.map((look) => look[what]));
  const compare = (name: string, what: keyof PageMemory, scale: number, unit: Figure['unit']): Figure => ({
    name: `studio, ${looks.length * ZOOMS_BETWEEN_LOOKS} zooms: ${name}`,
    unit,
    rounds: [{ ours: of(what, looks.slice(half)) / scale, floor: of(what, looks.slice(0, half)) / scale }],
    target: { of: 'ratio', below: MOST_GROWTH },
    note: `${tiles} tiles; the later half of the looks beside the first; each: ${looks.map((look) => (look[what] / scale).toFixed(0)).join(' ')}`,
  });
  return [
    compare('script memory', 'script', 1024 ** 2, 'MB'),
    compare('memory of the page’s process', 'process', 1024 ** 2, 'MB'),
    compare('elements', 'nodes', 1, 'elements'),
  ];
}

function one(name: string, unit: Figure['unit'], ours: number): Figure {
  return { name, unit, rounds: [{ ours, floor: undefined }] };
}
