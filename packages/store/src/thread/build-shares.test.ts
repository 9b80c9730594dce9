import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BuildShares } from './build-shares.ts';

/** How many of so many steps each space gets; each takes as long as `cost` says. */
function steps(
  shares: BuildShares,
  spaces: string[],
  count: number,
  cost: (space: string) => number = () => 10,
) {
  const got: Record<string, number> = Object.fromEntries(spaces.map((space) => [space, 0]));
  for (let i = 0; i < count; i++) {
    const space = shares.next(spaces)!;
    got[space]!++;
    shares.spend(space, cost(space));
  }
  return got;
}

function sharesOf(owners: Record<string, string>): BuildShares {
  const shares = new BuildShares();
  for (const [space, owner] of Object.entries(owners)) shares.note(space, owner);
  return shares;
}

describe('what is built when no request waits for it', () => {
  test('is nothing where there is nothing', () => {
    assert.equal(new BuildShares().next([]), undefined);
  });

  test('is shared by account, however many spaces one has', () => {
    const shares = sharesOf({ a1: 'ana', a2: 'ana', a3: 'ana', b: 'bob' });
    const got = steps(shares, ['a1', 'a2', 'a3', 'b'], 60);
    assert.deepEqual(got, { a1: 10, a2: 10, a3: 10, b: 30 });
  });

  test('is shared by time, not by steps', () => {
    const shares = sharesOf({ a: 'ana', b: 'bob' });
    const got = steps(shares, ['a', 'b'], 110, (space) => (space === 'a' ? 100 : 10));
    assert.deepEqual(got, { a: 10, b: 100 });
  });

  test('gives no time back to an account that had nothing to build, nor to a new one', () => {
    const shares = sharesOf({ a: 'ana', b: 'bob', c: 'cleo' });
    steps(shares, ['a', 'b'], 20);
    steps(shares, ['a'], 1000);
    const got = steps(shares, ['a', 'b', 'c'], 30);
    for (const space of ['a', 'b', 'c'])
      assert.ok(got[space]! >= 9 && got[space]! <= 11, `${space}: ${got[space]}`);
  });

  test('takes spaces of unknown owners for those of one account, and forgets what is gone', () => {
    const shares = sharesOf({ a: 'ana', b: 'bob' });
    assert.deepEqual(steps(shares, ['x', 'y', 'a'], 40), { x: 10, y: 10, a: 20 });
    shares.forget('a');
    assert.deepEqual(steps(shares, ['a', 'b'], 20), { a: 10, b: 10 });
  });
});
