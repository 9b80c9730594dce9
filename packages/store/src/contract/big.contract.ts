import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FreshStore } from './engine.ts';
import { SpaceUnderTest, UNHURRIED, walkOf } from './space-under-test.ts';

const MiB = 1024 * 1024;

export function bigContract(fresh: () => FreshStore): void {
  describe('responses come in chunks of bounded size', () => {
    test('where features are large', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'large');
      const text = 'x'.repeat(5 * MiB);
      for (let i = 0; i < 6; i++)
        await space.put([{ id: `f${i}`, properties: { text } }], { returning: false });
      const { largest, bytes } = await measure(space);
      assert.ok(bytes > 30 * MiB);
      assert.ok(largest <= 16 * MiB, `the largest chunk has ${largest} bytes`);
      assert.equal(((await space.byId(['f3']))[0]!.properties as { text: string }).text.length, text.length);
    });

    test('where features are many', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'tiny');
      const batches = Array.from({ length: 10 }, (_, batch) => batch * 6000);
      const lines = (from: number) =>
        Array.from({ length: 6000 }, (_, i) => `{"id":"${from + i}"}`).join(',');
      await Promise.all(
        batches.map((from) =>
          space.send(`{"type":"FeatureCollection","features":[${lines(from)}]}`, { returning: false }),
        ),
      );
      assert.equal(await space.count(), 60_000);
      const { largest, features } = await measure(space);
      assert.equal(features, 60_000);
      assert.ok(largest <= MiB, `the largest chunk has ${largest} bytes`);
    });
  });
}

/** Reads everything chunk by chunk, keeping none. */
async function measure(space: SpaceUnderTest) {
  let [largest, bytes, features] = [0, 0, 0];
  for await (const chunk of space.store.features.stream(space.ref, walkOf({}), UNHURRIED)) {
    largest = Math.max(largest, chunk.length);
    bytes += chunk.length;
    features += Buffer.from(chunk).toString('latin1').split('{"type":"Feature","id":').length - 1;
  }
  return { largest, bytes, features };
}
