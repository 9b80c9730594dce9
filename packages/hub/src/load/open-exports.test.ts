import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { type ExportSlot, OpenExports } from './open-exports.ts';

/** An open export whose receiver takes nothing; when its place is taken from it, its thread ends a moment later. */
async function idleExport(exports: OpenExports, accountKey: string, since = performance.now()) {
  const slot = await exports.take(accountKey);
  slot.idle(since, () => setImmediate(() => slot.release()));
  return slot;
}

function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = performance.now();
  const clock = mock.method(performance, 'now', () => now + ms);
  return work().finally(() => clock.mock.restore());
}

describe('open exports', () => {
  test('are refused where all places are taken by receivers that take something', async () => {
    const exports = new OpenExports(4);
    for (const accountKey of ['a', 'a', 'b', 'b']) await idleExport(exports, accountKey);
    await assert.rejects(exports.take('c'), /too many exports/);
    assert.equal(exports.refused, 1);
  });

  test('take the place of the one that has taken nothing for longest', async () => {
    const exports = new OpenExports(4);
    const slots: ExportSlot[] = [];
    for (const [i, accountKey] of ['a', 'a', 'b', 'b'].entries())
      slots.push(await idleExport(exports, accountKey, performance.now() - (i === 2 ? 500 : 0)));
    await later(10_000, () => exports.take('c'));
    assert.equal(exports.used, 4);
    assert.throws(() => slots[2]!.busy(), /others needed its slot/);
    for (const i of [0, 1, 3]) slots[i]!.busy();
  });

  test('of an account that has its share take the place of one of its own', async () => {
    const exports = new OpenExports(4);
    const other = await idleExport(exports, 'b', performance.now() - 5000);
    const own = await idleExport(exports, 'a');
    await idleExport(exports, 'a');
    await later(10_000, () => exports.take('a'));
    other.busy();
    assert.throws(() => own.busy(), /others needed its slot/);
  });

  test('that go on being read are left alone', async () => {
    const exports = new OpenExports(2);
    const slot = await idleExport(exports, 'a');
    slot.busy();
    await idleExport(exports, 'b');
    await later(5000, () => assert.rejects(exports.take('c'), /too many exports/));
    slot.busy();
  });
});
