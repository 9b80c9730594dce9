import { type Browser, chromium } from 'playwright-core';
import { findProgram, type LeftOut } from '../../testing/programs.ts';

/** WebGL without a graphics card, as servers have it, and nothing that goes out to the internet by itself. */
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

/** The Chromium of this machine, without a window; or why there is none. `more`: further flags. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser | LeftOut> {
  const program = findProgram(['chromium', 'chromium-browser', 'google-chrome'], 'chromium');
  if ('skip' in program) return program;
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: program.path,
    args: [...FLAGS, ...more, ...(isRoot ? ['--no-sandbox'] : [])],
  });
}
