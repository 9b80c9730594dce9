import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeatureStream } from '@meridian/hub';
import { collected } from './collected.ts';
import { CachedBody } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';

const body = new CachedBody('text/plain', Buffer.from('x'));

describe('a read that several wait for', () => {
  test('is cancelled when all have gone, not when one has', () => {
    const flights = new SingleFlight();
    const flight = flights.begin('key', 'party');
    const [first, second] = [new AbortController(), new AbortController()];
    flight.board(first.signal);
    flight.board(second.signal);
    first.abort();
    assert.equal(flight.signal.aborted, false);
    second.abort();
    assert.equal(flight.signal.aborted, true);
    assert.equal(flights.get('key'), undefined, 'and nobody joins it any more');
  });

  test('gives each of them its body or its fault, and is over then', async () => {
    const flights = new SingleFlight();
    const { signal } = new AbortController();
    const flight = flights.begin('key', 'party');
    const waiting = [flight.landed(signal), flight.landed(signal)];
    flight.land(body);
    assert.deepEqual(await Promise.all(waiting), [body, body]);
    assert.equal(flights.get('key'), undefined);
    const failing = flights.begin('key', 'party');
    const failed = failing.landed(signal);
    failing.fail(new Error('broken'));
    await assert.rejects(failed, /broken/);
  });

  test('holds nobody who leaves', async () => {
    const flight = new SingleFlight().begin('key', 'party');
    const leaving = new AbortController();
    const waiting = flight.landed(leaving.signal);
    leaving.abort();
    await assert.rejects(waiting, /the caller has gone/);
  });
});

describe('a streamed body', () => {
  const MEGA = 1024 ** 2;

  function streamOf(pieces: number, bytes: number) {
    let taken = 0;
    async function* stream(): FeatureStream {
      for (; taken < pieces; taken++) yield Buffer.alloc(bytes, 'x');
      return { more: false, last: 0 };
    }
    const features = { head: '[', stream: stream(), tail: () => ']' };
    return { features, taken: () => taken };
  }

  async function textOf(stream: FeatureStream): Promise<number> {
    let bytes = 0;
    for await (const piece of stream) bytes += piece.byteLength;
    return bytes;
  }

  const aboard = (requests: number) => {
    const flights = new SingleFlight();
    const flight = flights.begin('key', 'party');
    for (let i = 0; i < requests; i++) flight.board(new AbortController().signal);
    return { flights, flight };
  };

  test('is whole where it is short', async () => {
    const { flights, flight } = aboard(1);
    const whole = await collected(streamOf(1, 3).features, flight, flights);
    assert.equal(Buffer.from(whole as Uint8Array).toString(), '[xxx]');
  });

  test('is collected for those who wait, and not ahead of one alone', async () => {
    for (const [requests, isWhole] of [
      [1, false],
      [2, true],
    ] as const) {
      const { flights, flight } = aboard(requests);
      const { features, taken } = streamOf(3, MEGA);
      const found = await collected(features, flight, flights);
      assert.equal(found instanceof Uint8Array, isWhole);
      if (found instanceof Uint8Array) assert.equal(found.byteLength, 3 * MEGA + 4);
      else {
        assert.ok(taken() < 3);
        assert.equal(await textOf(found.stream), 3 * MEGA);
      }
    }
  });

  test('goes on where it is too large to be shared', async () => {
    const { flights, flight } = aboard(2);
    const { features, taken } = streamOf(20, MEGA);
    const found = await collected(features, flight, flights);
    assert.ok(!(found instanceof Uint8Array) && taken() < 7, `${taken()} pieces`);
    assert.equal(await textOf(found.stream), 20 * MEGA);
    assert.equal(flights.collect(64 * MEGA), true, 'all memory is given back');
  });
});
