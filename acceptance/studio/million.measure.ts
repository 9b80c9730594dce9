import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_PASSWORD } from '../harness/account.ts';
import { startBrowser } from '../harness/browser.ts';
import { startHub } from '../harness/hub.ts';
import { newVisitor, signInWithBrowser } from './visitor.ts';

/**
 * By hand: `node --test acceptance/studio/million.measure.ts`. How the page fares with a space of many points: the longest
 * the page's own thread was busy with one thing while the map is moved, and its memory over 200 zooms.
 * `MERIDIAN_MEASURE_FEATURES` sets how many.
 */
const COUNT = Number(process.env.MERIDIAN_MEASURE_FEATURES ?? 1_000_000);
const BATCH = 20_000;
const ZOOMS = 200;

const browser = await startBrowser();
const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

async function load(): Promise<void> {
  await hub.post('/hub/spaces', { id: 'million', title: 'A million points' });
  for (let from = 0; from < COUNT; from += BATCH) {
    const features = Array.from({ length: Math.min(BATCH, COUNT - from) }, (_, i) => {
      const n = from + i;
      const [x, y] = [((n * 0.618034) % 1) * 340 - 170, ((n * 0.754878) % 1) * 140 - 70];
      return `{"type":"Feature","id":"p${n}","geometry":{"type":"Point","coordinates":[${x.toFixed(5)},${y.toFixed(5)}]},"properties":{"kind":"k${n % 7}","n":${n}}}`;
    });
    const written = await hub.put(
      '/hub/spaces/million/features',
      `{"type":"FeatureCollection","features":[${features.join(',')}]}`,
      {
        headers: { accept: 'application/x-empty', 'content-type': 'application/geo+json' },
      },
    );
    assert.equal(written.status, 204, written.text);
  }
}

const WATCH = `globalThis.tasks = [];
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });`;

test('a space of many features is moved about', {
  skip: 'skip' in browser ? browser.skip : false,
}, async () => {
  await load();
  const me = await newVisitor(browser as Browser, hub);
  const { page } = me;
  page.setDefaultTimeout(120_000);
  // Asked again and again from outside: the content policy lets nobody evaluate a text within the page.
  const untilLoaded = async () => {
    const isLoaded = `Boolean(globalThis.meridianMap?.getLayer('space million point') && globalThis.meridianMap.loaded())`;
    while (!(await page.evaluate<boolean>(isLoaded))) await page.waitForTimeout(100);
  };
  await signInWithBrowser(me, hub, { hash: '#/map?add=million' });
  await untilLoaded();
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return Math.round(usedSize / 1e5) / 10;
  };
  await page.evaluate(WATCH);
  const step = (code: string) =>
    page.evaluate(
      `new Promise((done) => { const map = globalThis.meridianMap; map.once('moveend', done); ${code} })`,
    );
  for (let i = 0; i < 20; i++) {
    await step(`map.panBy([${i % 2 ? -400 : 300}, ${i % 3 ? 120 : -200}], { duration: 300 })`);
    await step(`map.zoomTo(${1 + (i % 6)}, { duration: 300 })`);
  }
  const tasks = await page.evaluate<number[]>('globalThis.tasks');
  const heaps = [await heap()];
  for (let i = 0; i < ZOOMS; i++) {
    await step(`map.jumpTo({ zoom: ${1 + ((i * 3) % 9)} })`);
    if (i % 50 === 49) {
      await untilLoaded();
      heaps.push(await heap());
    }
  }
  const longest = Math.round(Math.max(0, ...tasks));
  console.log(`${COUNT} features; 40 moves: ${tasks.length} tasks over 50 ms, the longest ${longest} ms`);
  console.log(`memory of the page, before and after each 50 zooms: ${heaps.join(', ')} MB`);
  assert.deepEqual(me.complaints, []);
});
