import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureStream, ReadTicket } from '@meridian/hub';
import { cachedOrComputed } from './cached-response.ts';
import type { Context } from './context.ts';
import { json, notStored } from './response/response.ts';
import { ResponseCache } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';

const PIECES = 5;

const newService = () => ({ flights: new SingleFlight(), responseCache: new ResponseCache(1024 ** 2) });

/** All of a context that responses are cached by. */
function contextOf(signal: AbortSignal, service = newService()): Context {
  return {
    service,
    readOptions: { signal, clientKey: 'someone' },
    request: { url: '/hub/spaces/a/iterate', headers: {} },
  } as unknown as Context;
}

/** A response of many pieces; `onPiece` is told of each before it comes. */
function manyPieces(onPiece: (piece: number) => void = () => undefined) {
  let isEnded = false;
  async function* stream(): FeatureStream {
    try {
      for (let i = 0; i < PIECES; i++) {
        onPiece(i);
        yield Buffer.from('x');
      }
      return { more: false, last: 0 };
    } finally {
      isEnded = true;
    }
  }
  const body = { head: '[', stream: stream(), tail: () => ']' };
  return {
    response: { status: 200, headers: { 'Content-Type': 'text/plain' }, body },
    isEnded: () => isEnded,
  };
}

test('a read whose client has gone before anything was sent is ended', async () => {
  const client = new AbortController();
  const { response, isEnded } = manyPieces((piece) => {
    if (piece === 1) client.abort();
  });
  const coming = cachedOrComputed(contextOf(client.signal), '"1"', () => response, false);
  await assert.rejects(async () => coming, /the caller has gone/);
  assert.equal(isEnded(), true);
});

test('one who leaves while another waits for the same does not cancel it', async () => {
  const service = newService();
  const [first, second] = [new AbortController(), new AbortController()];
  const read = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const make = async (options: ReadTicket) => {
    signal = options.signal;
    await read.promise;
    return json(200, 1);
  };
  const staying = cachedOrComputed(contextOf(first.signal, service), '"1"', make, false);
  const leaving = cachedOrComputed(contextOf(second.signal, service), '"1"', make, false);
  second.abort();
  await assert.rejects(async () => leaving, /the caller has gone/);
  assert.equal(signal?.aborted, false);
  read.resolve();
  assert.equal((await staying).status, 200);
});

test('a response that nobody may store is sent whole', async () => {
  const { response } = manyPieces();
  const { signal } = new AbortController();
  const { body } = await cachedOrComputed(contextOf(signal), '"1"', () => notStored(response), false);
  assert.ok(typeof body === 'object' && 'stream' in body);
  assert.equal((await Array.fromAsync(body.stream)).length, PIECES);
});
