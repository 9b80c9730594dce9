import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHub } from '../harness/hub.ts';
import { Random } from '../harness/random.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { hostileRequest } from './hostile-request.ts';

const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
/** Until everything that hostile requests need has been loaded and compiled. */
const WARM_UP = 4_000;
const REQUESTS = 8_000;
const AT_ONCE = 12;
/** As much comes and goes between two collections of the heap: over 28,000 requests it went from 262 to 368 MB and back to 327. */
const GROWTH_MB = 120;

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
});

/** Of the whole server process, in megabytes. */
async function residentMemory(): Promise<number> {
  await sleep(500);
  const status = readFileSync(`/proc/${hub.program.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** An upload that ends in the middle. */
function breakOff(random: Random): void {
  const { request } = hub.begin('PUT', space.features, { 'content-length': 100_000 });
  request.write('['.repeat(random.whole(1, 50_000)), () => request.destroy());
}

async function send(random: Random, count: number, faults: string[]): Promise<void> {
  let left = count;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      if (random.next() < 0.02) breakOff(random);
      const { method, path, ask } = hostileRequest(random, space.path);
      const what =
        `${method} ${path} ${String(ask.body instanceof Buffer ? '(bytes)' : JSON.stringify(ask.body))}`.slice(
          0,
          600,
        );
      const response = await hub
        .request(method, path, ask)
        .catch((error: unknown) => ({ status: 599, text: String(error) }));
      if (response.status >= 500)
        faults.push(`${response.status} ${response.text.slice(0, 300)} for ${what}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

test(`${REQUESTS} hostile requests get no 5xx and leave memory flat (seed ${seed})`, {
  timeout: 120_000,
}, async (t) => {
  const random = new Random(seed);
  const faults: string[] = [];
  await send(random, WARM_UP, faults);
  const warm = await residentMemory();
  await send(random, REQUESTS, faults);
  const end = await residentMemory();
  t.diagnostic(`RSS ${warm.toFixed(0)} MB after the warm-up, ${end.toFixed(0)} MB at the end`);
  assert.deepEqual(faults, []);
  assert.ok(end < warm + GROWTH_MB, `RSS grew from ${warm} to ${end} MB`);
  assert.equal((await hub.get('/hub')).status, 200);
});
