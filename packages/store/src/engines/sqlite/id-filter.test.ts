import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf, IdFilter } from './id-filter.ts';

describe('a filter of ids', () => {
  for (const [name, idOf] of [
    ['numbers', String],
    ['long ones', (i: number) => `https://example.com/${'a'.repeat(50)}/${i}`],
    ['one unit each', (i: number) => String.fromCharCode(i)],
  ] as const)
    test(`has all that were added and few others: ${name}`, () => {
      const count = 20_000;
      const filter = new IdFilter();
      for (let i = 0; i < count; i++) filter.add(idOf(i));
      let others = 0;
      for (let i = 0; i < count; i++) {
        assert.ok(filter.mayHave(idOf(i)));
        if (filter.mayHave(idOf(count + i))) others++;
      }
      assert.ok(others < count / 100, `${others} of ${count}`);
    });

  test('has an id in the form that it is stored in', () => {
    const filter = new IdFilter();
    filter.add('a\ud800');
    assert.ok(filter.mayHave('a\ufffd'));
  });

  test('may have anything once there are too many', () => {
    const filter = new IdFilter(2);
    for (const id of ['a', 'a', 'b']) filter.add(id);
    assert.ok(!filter.mayHave('c'));
    filter.add('d');
    assert.ok(filter.mayHave('c'));
  });

  test('gives up where ids were chosen to lie close together', () => {
    const filter = new IdFilter();
    for (let [i, added] = [0, 0]; added < 1500; i++) {
      if ((hashOf(String(i)) & 0xfff) > 1) continue;
      filter.add(String(i));
      added++;
    }
    assert.ok(filter.mayHave('any other'));
  });
});
