import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { chooseCoding } from './response/coding.ts';
import { CachedBody, ResponseCache } from './response-cache.ts';

const KILO = 1024;
const bytes = (size: number, fill = 1) => new Uint8Array(size).fill(fill);

describe('responses that are kept', () => {
  test('are found again by their key alone', () => {
    const cache = new ResponseCache(100 * KILO);
    cache.keep('a', new CachedBody('text/plain', bytes(10, 7)));
    assert.deepEqual(cache.get('a')?.bytes, bytes(10, 7));
    assert.equal(cache.get('a')?.type, 'text/plain');
    assert.equal(cache.get('b'), undefined);
    assert.deepEqual(cache.lookups, { hit: 2, miss: 1 });
  });

  test('never take more memory than allowed; those unused for longest go first', () => {
    const cache = new ResponseCache(20 * KILO);
    for (let i = 0; i < 100; i++) {
      cache.keep(`k${i}`, new CachedBody('text/plain', bytes(KILO)));
      cache.get('k0');
      assert.ok(cache.bytes <= 20 * KILO, `${cache.bytes}`);
    }
    assert.ok(cache.get('k0'), 'the one in use stays');
    assert.ok(cache.get('k99'), 'the newest stays');
    assert.equal(cache.get('k1'), undefined);
  });

  test('are not cached where one alone would fill a good part of the memory, or there is none', () => {
    const cache = new ResponseCache(16 * KILO);
    cache.keep('large', new CachedBody('text/plain', bytes(KILO + 1)));
    assert.equal(cache.get('large'), undefined);
    const none = new ResponseCache(0);
    none.keep('small', new CachedBody('text/plain', bytes(1)));
    assert.equal(none.get('small'), undefined);
    assert.equal(none.bytes, 0);
  });

  test('are not cached where they are very large, however much memory there is', () => {
    const cache = new ResponseCache(1024 * KILO * KILO);
    assert.equal(cache.maxBodyBytes, 4 * KILO * KILO);
    cache.keep('large', new CachedBody('text/plain', bytes(4 * KILO * KILO + 1)));
    assert.equal(cache.get('large'), undefined);
  });

  test('replace one another under one key, and the memory is counted once', () => {
    const cache = new ResponseCache(100 * KILO);
    cache.keep('a', new CachedBody('text/plain', bytes(KILO)));
    const once = cache.bytes;
    cache.keep('a', new CachedBody('text/plain', bytes(KILO, 2)));
    assert.equal(cache.bytes, once);
    assert.equal(cache.get('a')?.bytes[0], 2);
  });

  test('take no more memory than they are counted for: they are no parts of larger blocks', async () => {
    const cache = new ResponseCache(100 * KILO);
    const ofBlock = Buffer.from('x'.repeat(2 * KILO));
    assert.ok(ofBlock.buffer.byteLength > ofBlock.byteLength);
    cache.keep('a', new CachedBody('text/plain', ofBlock));
    const body = cache.get('a')!;
    const coded = await body.as(chooseCoding('gzip')!);
    for (const kept of [body.bytes, coded, body.known(chooseCoding('gzip')!)!])
      assert.equal(kept.buffer.byteLength, kept.byteLength);
  });

  test('are compressed once a coding, and that counts too', async () => {
    const cache = new ResponseCache(100 * KILO);
    cache.keep('a', new CachedBody('text/plain', bytes(4 * KILO)));
    const before = cache.bytes;
    const body = cache.get('a')!;
    const gzip = chooseCoding('gzip')!;
    assert.equal(body.known(gzip), undefined);
    const [first, second] = await Promise.all([body.as(gzip), body.as(gzip)]);
    assert.deepEqual(new Uint8Array(gunzipSync(first)), bytes(4 * KILO));
    assert.equal(first.byteLength, second.byteLength);
    assert.equal(cache.bytes, before + first.byteLength);
    assert.ok(body.known(gzip));
    assert.equal(body.known(chooseCoding('br')!), undefined);
  });
});
