import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEFORE_THE_STORE, postgresSample, postgresSuites } from './postgres.ts';

const others = (files: readonly string[]) => files.filter((file) => BEFORE_THE_STORE.test(file));

test('every suite about what is stored runs on PostgreSQL', () => {
  const sample = postgresSample(3, 1);
  for (const file of postgresSuites()) assert.ok(BEFORE_THE_STORE.test(file) || sample.includes(file), file);
  for (const name of ['features.write.put', 'search', 'model/model', 'hostile/injection', 'tiles/viz'])
    assert.ok(sample.includes(`acceptance/${name}.test.ts`), name);
});

test('of the others there are as many as asked for, which follow from the seed', () => {
  assert.equal(others(postgresSample(3, 1)).length, 3);
  assert.deepEqual(postgresSample(3, 1), postgresSample(3, 1));
  assert.notDeepEqual(postgresSample(3, 1), postgresSample(3, 2));
});
