// Embedded engine only: it fills the disk that has the files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '../harness/random.ts';
import { fillDisk, noSmallDisk } from './full-disk.ts';

const why = noSmallDisk();

if (why) console.log(`✖ ${why}: the test of a full disk IS LEFT OUT of this run`);
else
  test(`a full disk refuses writes in words, loses nothing, and takes writes again when there is room (seed ${seed})`, async (t) => {
    const { acknowledged, refused } = await fillDisk(seed);
    t.diagnostic(`${acknowledged} writes acknowledged, ${refused} refused`);
    assert.ok(acknowledged > 0 && refused > 0);
  });
