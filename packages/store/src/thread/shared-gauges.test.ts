import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { addToGauge, clearGauges, readGauge, setGauge } from './shared-gauges.ts';

test('what threads say is added up, until they end', async () => {
  setGauge('building', 2);
  addToGauge('connections', 1);
  const script = `import { setGauge } from ${JSON.stringify(new URL('./shared-gauges.ts', import.meta.url).href)};
    setGauge('building', 3);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const { threadId } = worker;
  await once(worker, 'exit');
  assert.deepEqual([readGauge('building'), readGauge('connections')], [5, 1]);
  clearGauges(threadId);
  addToGauge('connections', -1);
  assert.deepEqual([readGauge('building'), readGauge('connections')], [2, 0]);
});
