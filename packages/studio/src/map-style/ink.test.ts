import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkOn, inkOnRamp } from './ink.ts';
import { RAMPS } from './ramp.ts';

test('numbers are dark on light colours and light on dark ones', () => {
  assert.equal(inkOn('#f2b134')['text-color'], '#1d2b30');
  assert.equal(inkOn('#0f8b94')['text-color'], '#ffffff');
  assert.deepEqual(inkOnRamp(RAMPS.teal, ['get', 'share'])['text-color'], [
    'step',
    ['get', 'share'],
    '#1d2b30',
    0.125,
    '#1d2b30',
    0.375,
    '#1d2b30',
    0.625,
    '#ffffff',
    0.875,
    '#ffffff',
  ]);
});
