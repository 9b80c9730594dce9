import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/**
 * A real Chromium for the tests of a file, installed first where that can be done; closed when they end. Where there can
 * be none and CI does not ask for it, why those tests are left out.
 */
export async function startBrowser(): Promise<Browser | { skip: string }> {
  const executablePath = found() ?? installed();
  if (!executablePath) {
    const skip = 'Chromium is not installed';
    if (process.env.CI === 'true') throw new Error(skip);
    console.log(`✖ ${skip}: everything about browsers IS LEFT OUT of this run`);
    return { skip };
  }
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS,
  });
  after(() => browser.close());
  return browser;
}

function found(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' as const };
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  return found();
}
