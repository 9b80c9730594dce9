import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/store';
import { FREE_FAILURES, SignInThrottle } from './sign-in-throttle.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Fails again and again as fast as it is let, for so long; gives how many guesses that makes. */
function guessesIn(time: number, email: () => string, address: () => string, isKnownAddress = false): number {
  const throttle = new SignInThrottle();
  let guesses = 0;
  for (let now = 0; now < time; ) {
    try {
      throttle.begin(email(), address(), isKnownAddress, now);
      guesses++;
    } catch (error) {
      assert.ok(error instanceof Fault && error.kind === 'tooMany');
      now += error.retryAfterSeconds! * 1000;
    }
  }
  return guesses;
}

function waitOf(
  throttle: SignInThrottle,
  email: string,
  address: string,
  isKnownAddress: boolean,
  now: number,
) {
  try {
    throttle.begin(email, address, isKnownAddress, now);
    return 0;
  } catch (error) {
    return (error as Fault).retryAfterSeconds!;
  }
}

describe('a day of guessing', () => {
  let n = 0;
  const CASES: [string, () => string, () => string, boolean][] = [
    ['from one address', () => 'ana', () => '192.0.2.1', false],
    ['from a new address each time', () => 'ana', () => `address ${n++}`, false],
    ['from an address the owner uses too', () => 'ana', () => '192.0.2.1', true],
    ['another account each time', () => `account ${n++}`, () => '192.0.2.1', false],
  ];
  for (const [how, email, address, isKnownAddress] of CASES)
    test(`${how} makes fewer than 1500 guesses`, () => {
      const guesses = guessesIn(DAY, email, address, isKnownAddress);
      assert.ok(guesses > 10 && guesses < 1500, `${guesses}`);
    });
});

describe('the wait', () => {
  test('begins after a few failures and doubles up to a minute', () => {
    const throttle = new SignInThrottle();
    for (let i = 0; i < FREE_FAILURES.pair; i++) throttle.begin('ana', 'a', true, 0);
    const waits: number[] = [];
    for (let now = 0; waits.length < 8; ) {
      const wait = waitOf(throttle, 'ana', 'a', true, now);
      if (wait > 0) waits.push(wait);
      now += wait * 1000;
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('ends with a success', () => {
    const throttle = new SignInThrottle();
    for (let i = 0; i < FREE_FAILURES.pair - 1; i++) throttle.begin('ana', 'a', true, 0);
    throttle.begin('ana', 'a', true, 0).succeeded();
    assert.equal(waitOf(throttle, 'ana', 'a', true, 0), 0);
  });

  test('is forgotten after an hour of quiet', () => {
    const throttle = new SignInThrottle();
    for (let i = 0; i < FREE_FAILURES.pair; i++) throttle.begin('ana', 'a', true, 0);
    assert.ok(waitOf(throttle, 'ana', 'a', true, 0) > 0);
    assert.equal(waitOf(throttle, 'ana', 'a', true, HOUR), 0);
    assert.equal(waitOf(throttle, 'ana', 'a', true, HOUR), 0);
  });

  test('that strangers have caused does not hold for a known address', () => {
    const throttle = new SignInThrottle();
    for (let i = 0; i < FREE_FAILURES.account; i++) throttle.begin('ana', `address ${i}`, false, 0);
    assert.ok(waitOf(throttle, 'ana', 'new', false, 0) > 0);
    assert.equal(waitOf(throttle, 'ana', 'home', true, 0), 0);
  });

  test('is not shortened by a success of one’s own', () => {
    const throttle = new SignInThrottle();
    for (let i = 0; i < FREE_FAILURES.address - 1; i++) throttle.begin(`victim ${i}`, 'a', false, 0);
    throttle.begin('mallory', 'a', false, 0).succeeded();
    throttle.begin('another', 'a', false, 0);
    assert.ok(waitOf(throttle, 'one more', 'a', false, 0) > 0);
  });
});
