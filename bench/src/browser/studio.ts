import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../../acceptance/harness/chromium.ts';
import { SPACE } from '../data/filling.ts';
import { CITIES } from '../data/words.ts';
import type { Figure } from '../figure.ts';
import { type Measurement, onHub } from '../figures/setting.ts';
import { PROGRAM, plainEnvironment } from '../hub/hub-process.ts';
import { within } from './within.ts';

const ACCOUNT = 'admin@localhost';
/** Small, as every pixel is drawn by the processor here. */
const VIEW = { width: 800, height: 600 };
/** How long for the tiles of a view at most. */
const OPENING_MS = 20_000;
const ARRIVING_MS = 5000;
export const START_ZOOM = 8;
/** So many levels in, then out again. */
export const LEVELS = 6;
const SOURCE = JSON.stringify(`space ${SPACE}`);

export type Studio = { browser: Browser; page: Page };

/** Measures in the studio, in a browser, with a map of the whole space. */
export function inStudio(
  patienceSeconds: number,
  measure: (studio: Studio) => Promise<Figure[]>,
): Measurement {
  return (bench) => {
    // Before the hub has the folder open: from then on it would want to be asked by somebody who is signed in.
    const password = newPassword(bench.prepared.data);
    return onHub(async ({ hub }) => {
      const browser = await launchChromium();
      if ('skip' in browser) throw new Error(browser.skip);
      const run = async () => measure({ browser, page: await openMap(browser, hub.url, password) });
      try {
        return await within(patienceSeconds, 'the studio', run());
      } finally {
        await browser.close();
      }
    })(bench);
  };
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
  while (!(await page.evaluate<boolean>(`Boolean(globalThis.meridianMap?.getSource(${SOURCE}))`)))
    await page.waitForTimeout(50);
  await tilesShown(page, OPENING_MS);
  await goTo(page, CITIES[0]!);
  return page;
}

export async function goTo(page: Page, city: readonly [number, number]): Promise<void> {
  // The map itself as a response would take seconds.
  await page.evaluate(
    `void globalThis.meridianMap.jumpTo({ center: ${JSON.stringify(city)}, zoom: ${START_ZOOM} })`,
  );
  await tilesShown(page, ARRIVING_MS, START_ZOOM);
}

/** Until a frame shows the map with all its tiles, at this zoom, or so long that nobody would wait for them. */
export async function tilesShown(page: Page, patienceMs: number, zoom?: number): Promise<void> {
  const isThere = zoom === undefined ? 'true' : `Math.round(map.getZoom()) === ${zoom}`;
  await page.evaluate(`new Promise((resolve) => {
    const map = globalThis.meridianMap;
    const look = () => {
      if (${isThere} && !map.isMoving() && map.isSourceLoaded(${SOURCE})) end();
    };
    const end = () => {
      map.off('render', look);
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(end, ${patienceMs});
    map.on('render', look);
    map.triggerRepaint();
  })`);
}
