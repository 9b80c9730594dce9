import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Semaphore } from '../concurrency/semaphore.ts';
import { checkPassword, hashPassword, readNewPassword } from './passwords.ts';

describe('a password', () => {
  test('is stored with its costs and a salt of its own', async () => {
    const [a, b] = [await hashPassword('the same one'), await hashPassword('the same one')];
    assert.match(a, /^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(a, b);
  });

  test('is distinguished from others, however its characters are composed', async () => {
    const hash = await hashPassword('Caf\u00e9 au lait');
    assert.equal(await checkPassword('Cafe\u0301 au lait', hash), true);
    assert.equal(await checkPassword('Cafe au lait', hash), false);
  });

  test('is never right where there is nobody', async () => {
    assert.equal(await checkPassword('anything', undefined), false);
  });

  test('takes about as long to check where there is nobody', async () => {
    const hash = await hashPassword('the right one');
    const timeOf = async (against: string | undefined) => {
      const started = performance.now();
      await checkPassword('a wrong one', against);
      return performance.now() - started;
    };
    let [known, unknown] = [0, 0];
    for (let i = 0; i < 5; i++) {
      known += await timeOf(hash);
      unknown += await timeOf(undefined);
    }
    assert.ok(unknown > known / 4 && unknown < known * 4, `${known} ms and ${unknown} ms`);
  });

  for (const bad of ['', 'seven77', 'x'.repeat(1025), 12345678, null, undefined])
    test(`is not ${String(bad).slice(0, 20)}`, () => {
      assert.throws(() => readNewPassword(bad, 'password'), { kind: 'invalid' });
    });
});

describe('a semaphore', () => {
  test('lets a number run, a number wait, and no more', async () => {
    const semaphore = new Semaphore(2, 3);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => semaphore.run(work)));
    assert.equal(most, 2);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5);
    await Promise.all([semaphore.run(work), semaphore.run(work)]);
  });

  test('goes on after a failure', async () => {
    const semaphore = new Semaphore(1, 2);
    const failing = semaphore.run(() => Promise.reject(new Error('no')));
    const next = semaphore.run(async () => 'yes');
    await assert.rejects(failing);
    assert.equal(await next, 'yes');
  });
});
