import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../../testing/any-character.ts';
import { seed } from '../../contract/seed.ts';
import { onTwoShards } from './shard-marks.ts';
import { shardOf } from './testing/sent-statements.ts';
import { toKey } from './text-key.ts';

const keys = fc.array(fc.string({ unit: anyCharacter, minLength: 1 }).map(toKey), {
  minLength: 1,
  maxLength: 4,
});

test(`what is marked is on two shards at least, however many there are (seed ${seed})`, () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 2, max: 300 }), (named, shards) => {
      const marked = onTwoShards(named);
      assert.deepEqual(marked.slice(0, named.length), named);
      assert.ok(new Set(marked.map((key) => shardOf(key, shards))).size > 1);
    }),
    { seed, numRuns: 5000 },
  );
});

test('many features need no companion, and that of one is no key of any feature', () => {
  const many = Array.from({ length: 200 }, (_, i) => `f${i}`);
  assert.deepEqual(onTwoShards(many), many);
  const companions = new Set(many.flatMap((key) => onTwoShards([key]).slice(1)));
  for (const companion of companions) assert.notEqual(toKey(companion), companion);
  assert.ok(companions.size > 10, 'they are spread');
});
