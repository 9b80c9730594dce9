import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import type { LeftOut } from '../../testing/programs.ts';
import { launchChromium } from './chromium.ts';

/** Only maps need WebGL, which the processor draws: putting the page together without it is cheaper. */
const CHEAP = ['--disable-gpu-compositing'];

/** A real Chromium for the tests of a file, closed when they end; or why they are left out. */
export async function startBrowser(): Promise<Browser | LeftOut> {
  const browser = await launchChromium(CHEAP);
  if (!('skip' in browser)) after(() => browser.close());
  return browser;
}
