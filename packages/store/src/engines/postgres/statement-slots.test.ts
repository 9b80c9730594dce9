import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { isFault } from '../../contract/is-fault.ts';
import { StatementSlots } from './statement-slots.ts';

test('slots are handed on in the order in which they were asked for', async () => {
  const slots = new StatementSlots(1);
  const order: string[] = [];
  assert.equal(slots.take(new Set()), undefined, 'a free slot needs no waiting');
  const waiting = ['first', 'second'].map((name) => slots.take(new Set())!.then(() => order.push(name)));
  await turnOfLoop();
  assert.deepEqual(order, []);
  slots.giveBack();
  slots.giveBack();
  await Promise.all(waiting);
  assert.deepEqual(order, ['first', 'second']);
});

test('who leaves while waiting gets no slot, and takes none from others', async () => {
  const slots = new StatementSlots(1);
  slots.take(new Set());
  const waits = new Set<() => void>();
  const gone = slots.take(waits)!;
  const stays = slots.take(new Set())!;
  for (const end of waits) end();
  await assert.rejects(gone, isFault('cancelled', /closed the connection/));
  slots.giveBack();
  await stays;
  slots.giveBack();
  assert.equal(slots.take(new Set()), undefined, 'all slots are back');
});
