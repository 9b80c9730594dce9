import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomCases } from '../../../testing/effort.ts';
import { startHub } from '../../harness/hub.ts';
import { seed } from '../../harness/random.ts';
import { SIEGE_SETTINGS } from './settings.ts';
import { Siege } from './siege.ts';

const COUNT = randomCases(2500);

const hub = await startHub({ settings: SIEGE_SETTINGS });

test(`${COUNT} hostile requests made from the OpenAPI document find nothing wrong (seed ${seed})`, async (t) => {
  const siege = await Siege.of(hub);
  const { findings, statuses, slowest } = await siege.run({ seed, count: COUNT });
  t.diagnostic(`${JSON.stringify(statuses)}, slowest ${slowest[0]!.ms} ms`);
  assert.deepEqual(findings, []);
});
