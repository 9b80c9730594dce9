import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RateLimiter } from '../http/admission/rate-limiter.ts';
import { LeasedRate } from './leased-rate.ts';

const RATE = { perSecond: 10, burst: 400 };
const SHARE = 0.25;

/** A limiter, and a lease of it that is granted at once. */
function leased(rate = RATE) {
  const limiter = new RateLimiter('token', rate);
  const lease: LeasedRate = new LeasedRate(rate, {
    borrow: (caller, left) => lease.grant(caller, limiter.lend(caller, left, SHARE, 0), 0),
    giveBack: (caller, count) => limiter.giveBack(caller, count),
  });
  return { limiter, lease };
}

function used(lease: LeasedRate, caller: string, atMost: number): number {
  let count = 0;
  while (count < atMost && lease.allows(caller, 0)) {
    lease.take(caller, 0);
    count++;
  }
  return count;
}

function taken(limiter: RateLimiter, caller: string): number {
  let count = 0;
  for (; limiter.allows(caller, 0); count++) limiter.take(caller, 0);
  return count;
}

describe('requests that are lent to another process', () => {
  test('are those of the caller: both together get no more than its burst', () => {
    const { limiter, lease } = leased();
    assert.equal(lease.allows('a', 0), false, 'the first is for the main process');
    const there = used(lease, 'a', 1000);
    assert.ok(there > 300 && there < 400, `${there}`);
    assert.equal(there + taken(limiter, 'a'), 400);
    assert.equal(used(lease, 'a', 10), 0);
    assert.equal(taken(limiter, 'b'), 400, 'another caller has its own');
  });

  test('are a part of what the caller has, however often they are borrowed', () => {
    const { limiter, lease } = leased();
    lease.allows('a', 0);
    assert.equal(taken(limiter, 'a'), 300);
  });

  test('are none where the burst is small, which is counted one by one', () => {
    const { limiter, lease } = leased({ perSecond: 1, burst: 20 });
    assert.equal(lease.allows('a', 0), false);
    assert.equal(used(lease, 'a', 10), 0);
    assert.equal(taken(limiter, 'a'), 20);
  });

  test('can be given back', () => {
    const limiter = new RateLimiter('token', RATE);
    const lent = limiter.lend('a', 0, SHARE, 0);
    assert.equal(lent, 100);
    limiter.giveBack('a', lent);
    assert.equal(taken(limiter, 'a'), 400);
  });

  test('are not counted without a limit', () => {
    const { lease } = leased({ perSecond: 0, burst: 1 });
    assert.equal(used(lease, 'a', 1000), 1000);
  });

  test('are waited for as long as the main process has not answered', async () => {
    const lease = new LeasedRate(RATE, { borrow: () => undefined, giveBack: () => undefined });
    assert.equal(lease.answer('a'), undefined, 'nobody has asked');
    lease.allows('a', 0);
    const answer = lease.answer('a');
    assert.ok(answer);
    lease.grant('a', 0, 0);
    await answer;
    assert.equal(lease.answer('a'), undefined);
    assert.equal(lease.allows('a', 1), false, 'nothing was granted');
    assert.equal(lease.answer('a'), undefined, 'and is not asked for again so soon');
  });
});
