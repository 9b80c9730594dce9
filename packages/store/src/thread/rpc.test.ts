import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isFault } from '../contract/is-fault.ts';
import { Fault } from '../model/fault.ts';
import { Thread } from './rpc.ts';
import type { OddCalls } from './testing/odd.thread.ts';

const ODD = new URL('./testing/odd.thread.ts', import.meta.url);

describe('a call of another thread', () => {
  const thread = new Thread<OddCalls>(ODD, undefined);
  after(() => thread.close());
  const replies = async () => assert.equal(await thread.call('echo', ['here']), 'here');

  test('fails as it failed there, with the time after which to try again and what only the log says', async () => {
    await assert.rejects(thread.call('refuse', []), (error) => {
      assert.ok(error instanceof Fault);
      assert.deepEqual([error.kind, error.message, error.retryAfterSeconds], ['unavailable', 'busy', 7]);
      assert.equal(error.detail, 'no connection is free');
      return true;
    });
  });

  for (const [what, call, message] of [
    ['what can not be sent', () => thread.call('echo', [() => 1]), /could not be cloned/],
    ['a result that can not be sent', () => thread.call('uncloneable', []), /could not be cloned/],
    ['a thread that throws', () => thread.call('throw', []), /before any reply/],
  ] as const)
    test(`gives back its entry: ${what}`, async () => {
      await assert.rejects(call(), message);
      assert.equal(thread.load, 0);
      await replies();
      assert.equal(await thread.trouble(), undefined);
    });

  test('fails where the thread dies, and the next one has a new thread', async () => {
    const calls = [thread.call('end', []), thread.call('echo', ['lost'])];
    for (const call of calls) await assert.rejects(call, isFault('unavailable', /restarted: .* code 3/));
    assert.equal(thread.load, 0);
    await replies();
    assert.equal(await thread.trouble(), undefined);
  });
});

test('a thread that can not be started is in trouble', async () => {
  const thread = new Thread<OddCalls>(new URL('./testing/no-such.thread.ts', import.meta.url), undefined);
  assert.equal(await thread.trouble(), undefined, 'nobody has needed it');
  await assert.rejects(thread.call('echo', [1]), isFault('unavailable', /restarted/));
  assert.match((await thread.trouble()) ?? '', /^fails: the storage thread was restarted/);
});

test('a thread that holds what is nowhere else is not replaced when it dies', async () => {
  const thread = new Thread<OddCalls>(ODD, undefined, { irreplaceable: 'all is lost' });
  assert.equal(await thread.call('echo', ['here']), 'here');
  await assert.rejects(thread.call('end', []), isFault('unavailable', /code 3/));
  await assert.rejects(thread.call('echo', ['late']), isFault('unavailable', /^all is lost$/));
  assert.equal(await thread.trouble(), 'fails: all is lost');
  await thread.close();
});

test('a thread that is stuck is ended: its calls fail, and the next one has a new thread', async () => {
  const thread = new Thread<OddCalls>(ODD, undefined, { watchdog: { restartMs: 2000, watchMs: 100 } });
  assert.equal(await thread.call('echo', ['here']), 'here');
  const calls = [thread.call('block', []), thread.call('echo', ['behind it'])];
  for (const call of calls) await assert.rejects(call, isFault('unavailable', /restarted/));
  assert.equal(await thread.call('echo', ['again']), 'again');
  assert.equal(await thread.trouble(), undefined);
  await thread.close();
});
