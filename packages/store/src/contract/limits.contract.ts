import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ReadOptions } from '../feature-store.ts';
import type { FeatureFilter } from '../model/query/query.ts';
import type { FreshStore } from './engine.ts';
import { isFault } from './is-fault.ts';
import { SpaceUnderTest, UNHURRIED, walkOf } from './space-under-test.ts';

const COUNT = 30_000;
/** Passes nowhere, and no index helps to see that. */
const hopeless: FeatureFilter = {
  tags: [],
  tests: [{ root: 'properties', path: ['list'], comparison: 'contains', operands: [-1] }],
};

export function limitsContract(fresh: () => FreshStore): void {
  describe('a long read', () => {
    let space: SpaceUnderTest;
    before(async () => {
      space = await SpaceUnderTest.create(fresh().store, 'long');
      for (let from = 0; from < COUNT; from += 10_000)
        await space.put(
          Array.from({ length: 10_000 }, (_, i) => ({
            id: `f${from + i}`,
            properties: { list: [i, 'some text'] },
          })),
          { returning: false },
        );
    });

    test('that takes too long is a fault', async () => {
      const hurried = { ...UNHURRIED, timeLimitMs: 1 };
      const timeout = isFault('timeout', /took more than the 1 ms allowed/);
      await assert.rejects(space.count(hopeless, hurried), timeout);
      await assert.rejects(space.page({ filter: hopeless }, hurried), timeout);
      await assert.rejects(
        space.page(
          { filter: hopeless, sort: [{ root: 'properties', path: ['list'], descending: false }] },
          hurried,
        ),
        timeout,
      );
      assert.equal(await space.count(hopeless), 0, 'given time, there is a response');
    });

    test('can be cancelled', async () => {
      const caller = new AbortController();
      const stream = space.store.features.stream(space.ref, walkOf({}), {
        ...UNHURRIED,
        signal: caller.signal,
      });
      const first = await stream.next();
      assert.equal(first.done, false);
      caller.abort();
      let chunks = 0;
      const rest = async () => {
        for await (const _chunk of stream) chunks++;
      };
      await assert.rejects(rest(), isFault('cancelled', /closed the connection/));
      assert.ok(chunks <= 2, `at most what was on its way comes after that, not ${chunks} chunks`);
    });

    test('does not begin for a caller that has gone', async () => {
      const options = { ...UNHURRIED, signal: AbortSignal.abort() };
      const gone = isFault('cancelled', /closed the connection/);
      await assert.rejects(space.store.features.stream(space.ref, walkOf({}), options).next(), gone);
      await assert.rejects(space.count(hopeless, options), gone);
      await assert.rejects(space.store.features.statistics(space.ref, options), gone);
    });

    test('that is counted or summed up can be cancelled', async () => {
      for (const read of [
        (options: ReadOptions) => space.count(hopeless, options),
        (options: ReadOptions) => space.store.features.statistics(space.ref, options),
      ]) {
        const caller = new AbortController();
        const reading = Array.from({ length: 5 }, () => read({ ...UNHURRIED, signal: caller.signal }));
        caller.abort();
        const ends = await Promise.allSettled(reading);
        const last = ends.at(-1)!;
        assert.equal(last.status, 'rejected');
        isFault('cancelled', /closed the connection/)(last.status === 'rejected' && last.reason);
      }
    });

    test('can be left', async () => {
      const stream = space.store.features.stream(space.ref, walkOf({}), UNHURRIED);
      for await (const chunk of stream) {
        assert.ok(chunk.length > 0);
        break;
      }
      assert.deepEqual(await stream.next(), { value: undefined, done: true });
    });

    test('that nobody reads on does not hold up others', async () => {
      const left = Array.from({ length: 5 }, () =>
        space.store.features.stream(space.ref, walkOf({}), UNHURRIED),
      );
      await Promise.all(left.map((stream) => stream.next()));
      assert.equal(await space.count(), COUNT);
      assert.equal((await space.page({ limit: 10, after: 5 })).ids.length, 10);
      await space.put([{ id: 'extra' }]);
      await space.delete({ ids: ['extra'] });
      await Promise.all(left.map((stream) => stream.return({ more: false, last: 0 })));
    });
  });
}
