import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALWAYS_ON_POSTGRES, BEFORE_THE_STORE, postgresSample, postgresSuites } from './postgres.ts';

const SIZE = { stored: 5, others: 3 };
const isBefore = (file: string) => BEFORE_THE_STORE.test(file);

test('what an engine does by itself always runs on PostgreSQL', () => {
  const suites = postgresSuites();
  for (const file of ALWAYS_ON_POSTGRES) {
    assert.ok(suites.includes(file), file);
    assert.ok(postgresSample(SIZE, 1).includes(file), file);
  }
});

test('there are as many suites as asked for, which follow from the seed', () => {
  const drawn = postgresSample(SIZE, 1).filter((file) => !ALWAYS_ON_POSTGRES.includes(file));
  assert.equal(drawn.filter((file) => !isBefore(file)).length, 5);
  assert.equal(drawn.filter(isBefore).length, 3);
  assert.deepEqual(postgresSample(SIZE, 1), postgresSample(SIZE, 1));
  assert.notDeepEqual(postgresSample(SIZE, 1), postgresSample(SIZE, 2));
});

test('every suite is drawn sooner or later', () => {
  const missing = new Set(postgresSuites());
  for (let seed = 1; seed <= 60 && missing.size > 0; seed++)
    for (const file of postgresSample({ stored: 26, others: 10 }, seed)) missing.delete(file);
  assert.deepEqual([...missing], []);
});
