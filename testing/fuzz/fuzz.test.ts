import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '../../packages/formats/src/testing/random-features.ts';
import { randomCases } from '../effort.ts';
import { damaged } from './damage.ts';
import { Random } from './random.ts';
import { samples } from './samples.ts';
import { pick, tryCase } from './try-case.ts';

const all = await samples();

test('damaged files of every format end in features, refused records or a fault that names the file', {
  timeout: 600_000,
}, async (t) => {
  t.diagnostic(`seed ${seed} (npm run fuzz:files -- --seed ${seed} repeats it)`);
  for (let number = 0; number < randomCases(600); number++)
    await tryCase(all, seed, number, t.signal).catch((error: unknown) => {
      throw new Error(`case ${number}`, { cause: error });
    });
});

test('a case follows from its seed and number alone, and every format has its turn', () => {
  const text = (number: number) =>
    pick(all, 7, number).parts.map(({ name, bytes }) => `${name} ${Buffer.from(bytes).toString('hex')}`);
  assert.deepEqual(text(3), text(3));
  assert.notDeepEqual(text(3), text(3 + all.size));
  const formats = Array.from({ length: all.size }, (_, number) => pick(all, 7, number).format);
  assert.deepEqual(new Set(formats), new Set(all.keys()));
});

test('what is damaged is a copy, and other than it was', () => {
  const whole = new Uint8Array(Buffer.from('{"type":"FeatureCollection","features":[]}'));
  const before = whole.slice();
  let changed = 0;
  for (let number = 0; number < 200; number++) {
    const bytes = damaged(whole, new Random(1, number), whole);
    if (!Buffer.from(before).equals(bytes)) changed++;
  }
  assert.deepEqual(whole, before);
  assert.ok(changed > 150, `${changed} of 200`);
});
