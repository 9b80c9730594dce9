import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../harness/departed.ts';
import { startHub } from '../../harness/hub.ts';
import { seed } from '../../harness/random.ts';
import { heldBy } from '../process-figures.ts';
import { SIEGE_SETTINGS } from '../siege/settings.ts';
import { soak } from './soak.ts';

const SHORT = { seconds: 8, sampleSeconds: 2 };
/** Connections of the test itself, files of spaces that were opened meanwhile, and their logs. */
const MAX_MORE = 40;

const hub = await startHub({ settings: SIEGE_SETTINGS });

test(`mixed load of ${SHORT.seconds} s meets no failure and leaves nothing behind (seed ${seed})`, async (t) => {
  const before = heldBy(hub.program.child.pid!);
  const { calls, failures, samples } = await soak(hub, seed, SHORT);
  t.diagnostic(`${calls} calls; ${JSON.stringify(samples.at(-1))}`);
  assert.deepEqual(failures, {});
  assert.ok(calls > 0);
  await until(
    'descriptors are given back',
    () => heldBy(hub.program.child.pid!).descriptors <= before.descriptors + MAX_MORE,
  );
  assert.equal((await hub.get('/readyz', { token: null })).status, 200);
});
