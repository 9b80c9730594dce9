import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';

/** What a page holds once its garbage is collected. */
export type PageMemory = {
  /** Bytes of JavaScript's own memory and of the buffers it holds, on the main thread. */
  script: number;
  nodes: number;
  listeners: number;
  /** Bytes of RAM of the page's process: workers and graphics buffers included, garbage too. */
  process: number;
};

type HeapUsage = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number };

/** Asks the page, and the browser about the process it runs in. */
export async function pageMemory(session: CDPSession, browser: CDPSession): Promise<PageMemory> {
  await session.send('HeapProfiler.collectGarbage');
  const heap = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return {
    script: heap.usedSize + (heap.backingStorageSize ?? 0),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    process: await processMemory(browser),
  };
}

/** The largest of the browser's pages is the one with the map. */
async function processMemory(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.max(...sizes.map(Number)) * 1024;
}
