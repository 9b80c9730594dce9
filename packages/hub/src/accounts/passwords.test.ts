import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Semaphore } from '../concurrency/semaphore.ts';
import { generatePassword, PasswordHashes, readNewPassword } from './passwords.ts';

const hashes = new PasswordHashes(16);

describe('a password', () => {
  test('is stored with its costs and a salt of its own', async () => {
    const [a, b] = [await hashes.of('the same one'), await hashes.of('the same one')];
    assert.match(a, /^scrypt\$65536\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(a, b);
  });

  test('costs what the hub is set to, and is checked at the cost it was stored with', async () => {
    const [low, high] = [new PasswordHashes(14), new PasswordHashes(15)];
    const hash = await low.of('the right one');
    assert.match(hash, /^scrypt\$16384\$8\$1\$/);
    assert.match(await high.of('the right one'), /^scrypt\$32768\$8\$1\$/);
    for (const any of [low, high]) {
      assert.equal(await any.check('the right one', hash), true);
      assert.equal(await any.check('a wrong one', hash), false);
    }
    assert.equal(await low.check('the right one', await high.of('the right one')), true);
  });

  test('is distinguished from others, however its characters are composed', async () => {
    const hash = await hashes.of('Caf\u00e9 au lait');
    assert.equal(await hashes.check('Cafe\u0301 au lait', hash), true);
    assert.equal(await hashes.check('Cafe au lait', hash), false);
  });

  test('that was generated has over 112 random bits, which need no costs against guessing', async () => {
    const { password, hash } = await generatePassword();
    assert.ok(password.length * Math.log2(62) >= 112, password);
    assert.match(password, /^[A-Za-z0-9]+$/);
    assert.match(hash, /^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    assert.equal(await hashes.check(password, hash), true);
    assert.equal(await hashes.check(`${password}x`, hash), false);
  });

  test('is never right where there is nobody', async () => {
    assert.equal(await hashes.check('anything', undefined), false);
  });

  test('takes about as long to check where there is nobody, and where it was generated', async () => {
    const stored = [await hashes.of('the right one'), undefined, (await generatePassword()).hash];
    // The best of some: a machine that is busy with something else proves nothing.
    const times = stored.map(() => Number.POSITIVE_INFINITY);
    const areAlike = () => Math.max(...times) < 4 * Math.min(...times);
    for (let i = 0; i < 4 && !areAlike(); i++)
      for (const [n, hash] of stored.entries()) {
        const started = performance.now();
        await hashes.check('a wrong one', hash);
        times[n] = Math.min(times[n]!, performance.now() - started);
      }
    assert.ok(areAlike(), `${times.join(', ')} ms`);
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
