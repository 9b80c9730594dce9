import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureStream } from '@meridian/hub';
import { cachedOrComputed } from './cached-response.ts';
import type { Context } from './context.ts';
import { notStored } from './response/response.ts';
import { ResponseCache } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';

const PIECES = 5;

/** All of a context that responses are cached by. */
function contextOf(signal: AbortSignal): Context {
  return {
    service: { flights: new SingleFlight(), responseCache: new ResponseCache(1024 ** 2) },
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

test('a response that nobody may store is sent whole', async () => {
  const { response } = manyPieces();
  const { signal } = new AbortController();
  const { body } = await cachedOrComputed(contextOf(signal), '"1"', () => notStored(response), false);
  assert.ok(typeof body === 'object' && 'stream' in body);
  assert.equal((await Array.fromAsync(body.stream)).length, PIECES);
});
