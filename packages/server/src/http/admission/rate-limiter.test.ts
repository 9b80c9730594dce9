import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RateExceeded, RateLimiter } from './rate-limiter.ts';

const start = 1_700_000_000_000;

/** How many of `count` requests at that moment are let in. */
function admitted(limiter: RateLimiter, caller: string, count: number, now: number): number {
  let allowed = 0;
  for (let n = 0; n < count; n++)
    try {
      limiter.take(caller, now);
      allowed++;
    } catch (error) {
      assert.ok(error instanceof RateExceeded);
    }
  return allowed;
}

describe('a rate limiter', () => {
  test('lets a burst in, then as many as the rate allows', () => {
    const limiter = new RateLimiter('token', { perSecond: 10, burst: 200 });
    assert.equal(admitted(limiter, 'a', 300, start), 200);
    assert.equal(admitted(limiter, 'a', 50, start + 1000), 10);
    assert.equal(admitted(limiter, 'a', 50, start + 1050), 0);
    assert.equal(admitted(limiter, 'a', 50, start + 1100), 1);
    assert.equal(admitted(limiter, 'a', 300, start + 3_600_000), 200);
    assert.equal(limiter.refused, 100 + 40 + 50 + 49 + 100);
  });

  test('keeps callers apart', () => {
    const limiter = new RateLimiter('token', { perSecond: 1, burst: 5 });
    assert.equal(admitted(limiter, 'a', 10, start), 5);
    assert.equal(admitted(limiter, 'b', 10, start), 5);
  });

  test('refuses nobody where the rate is 0', () => {
    const limiter = new RateLimiter('token', { perSecond: 0, burst: 0 });
    assert.equal(admitted(limiter, 'a', 1000, start), 1000);
    assert.equal(limiter.size, 0);
  });

  test('says when to come back, and coming back then helps', () => {
    const limiter = new RateLimiter('address', { perSecond: 0.25, burst: 2 });
    admitted(limiter, 'a', 2, start);
    assert.throws(
      () => limiter.take('a', start),
      (error: RateExceeded) => {
        assert.equal(error.kind, 'tooMany');
        assert.equal(error.retryAfterSeconds, 4);
        assert.deepEqual(error.headers, {
          'RateLimit-Policy': '"address";q=2;w=8',
          RateLimit: '"address";r=0;t=4',
        });
        return true;
      },
    );
    limiter.take('a', start + 4000);
  });

  test('a refused request costs nothing', () => {
    const limiter = new RateLimiter('token', { perSecond: 1, burst: 1 });
    assert.equal(admitted(limiter, 'a', 1000, start), 1);
    assert.equal(admitted(limiter, 'a', 1, start + 1000), 1);
  });

  test('remembers a bounded number of callers', () => {
    const limiter = new RateLimiter('address', { perSecond: 1, burst: 10 });
    for (let n = 0; n < 250_000; n++) limiter.take(`caller ${n}`, start + n / 1000);
    assert.ok(limiter.size <= 100_000);
    for (let n = 0; n < 20_000; n++) limiter.take(`later ${n}`, start + 3_600_000);
    assert.ok(limiter.size <= 20_000);
  });
});

test('whether a bucket allows a request is known without taking one out', () => {
  const limiter = new RateLimiter('token', { perSecond: 1, burst: 2 });
  for (let n = 0; n < 5; n++) assert.equal(limiter.allows('a', 0), true);
  limiter.take('a', 0);
  limiter.take('a', 0);
  assert.equal(limiter.allows('a', 0), false);
  assert.deepEqual([limiter.allows('a', 1000), limiter.allows('b', 0), limiter.refused], [true, true, 0]);
});
