import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { findProgram, type LeftOut } from './debian.ts';

/** WebGL without a graphics card, and nothing that goes out to the internet by itself. */
const FLAGS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A real Chromium for the tests of a file, closed when they end; or why they are left out. */
export async function startBrowser(): Promise<Browser | LeftOut> {
  const program = findProgram(['chromium', 'chromium-browser', 'google-chrome'], 'chromium');
  if ('skip' in program) return program;
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: program.path,
    args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS,
  });
  after(() => browser.close());
  return browser;
}
