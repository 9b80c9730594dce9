import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { Tarpit } from './tarpit.ts';

class FakeSocket {
  isDestroyed = false;
  destroy(): void {
    this.isDestroyed = true;
  }
}
const requestOn = (socket: FakeSocket) => ({ socket }) as unknown as IncomingMessage;
const response = () => new EventEmitter() as unknown as ServerResponse;

describe('a refusal', () => {
  test('is held for a while', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const refusals = new Tarpit();
    const held = refusals.hold(requestOn(new FakeSocket()), response());
    assert.equal(refusals.held, 1);
    t.mock.timers.tick(1000);
    assert.equal(await held, true);
    assert.equal(refusals.held, 0);
  });

  test('is held no longer once the caller has gone', async () => {
    const refusals = new Tarpit();
    const gone = response();
    const held = refusals.hold(requestOn(new FakeSocket()), gone);
    gone.emit('close');
    assert.equal(await held, true);
    assert.equal(refusals.held, 0);
  });

  test('cuts a connection off that sends more before it is told', async () => {
    const refusals = new Tarpit();
    const socket = new FakeSocket();
    const first = response();
    const held = refusals.hold(requestOn(socket), first);
    assert.equal(await refusals.hold(requestOn(socket), response()), false);
    assert.equal(socket.isDestroyed, true);
    first.emit('close');
    await held;
  });

  test('is not held where thousands are', async () => {
    const refusals = new Tarpit();
    const responses = Array.from({ length: 5000 }, response);
    const held = responses.map((one) => refusals.hold(requestOn(new FakeSocket()), one));
    const another = new FakeSocket();
    assert.equal(await refusals.hold(requestOn(another), response()), false);
    assert.equal(another.isDestroyed, false);
    for (const one of responses) one.emit('close');
    await Promise.all(held);
    assert.equal(refusals.held, 0);
  });
});
