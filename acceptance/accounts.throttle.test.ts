// Embedded engine only: guesses are counted in memory; accounts.known-address.test.ts has what is stored.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, openSignInPage, signIn, trySignIn } from './harness/account.ts';
import { guessUntilHeld, SLOW } from './harness/guessing.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';

const settings = { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD, MERIDIAN_TRUST_PROXY: '1' };

describe('guessing passwords', async () => {
  const hub = await startHub({ settings, movableClock: true });
  const at = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const admin = await signIn(hub);
  const ana = await newPerson(hub, admin);
  const bob = await newPerson(hub, admin);

  test('from one address is held up after a few, also with the right one, and for that account only', async () => {
    assert.equal((await trySignIn(hub, ana.email, ana.password, at('192.0.2.1'))).status, 200);
    assert.ok((await guessUntilHeld(hub, ana.email, () => '192.0.2.9')) <= 10 + SLOW);
    assertRefused(await trySignIn(hub, ana.email, ana.password, at('192.0.2.9')), 429);
    assert.equal((await trySignIn(hub, bob.email, bob.password, at('192.0.2.9'))).status, 200);
  });

  test('of an account that is not there looks just the same', async () => {
    assert.ok((await guessUntilHeld(hub, 'nobody@example.org', () => '192.0.2.9')) <= 10 + SLOW);
  });

  test('of many accounts from one address is held up', async () => {
    let n = 0;
    const visit = await openSignInPage(hub);
    const statuses: number[] = [];
    while (n++ < 40 && !statuses.includes(429)) {
      const response = await trySignIn(hub, `victim${n}@example.org`, 'password1', {
        visit,
        // Where ana's and nobody's were guessed, which count as well.
        ...at('192.0.2.9'),
      });
      statuses.push(response.status);
    }
    assert.ok(statuses.includes(429));
    assert.ok(statuses.filter((status) => status === 401).length <= 30 + SLOW);
  });

  test('at once counts as guessing one by one', async () => {
    const visit = await openSignInPage(hub);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        trySignIn(hub, bob.email, `guess ${i}`, { visit, ...at('192.0.2.40') }),
      ),
    );
    assert.ok(responses.filter(({ status }) => status === 401).length <= 10);
    assert.ok(responses.every(({ status }) => status === 401 || status === 429));
  });

  test('is over after its wait', async () => {
    const held = await trySignIn(hub, bob.email, bob.password, at('192.0.2.40'));
    if (held.status === 429) await hub.advance(1000 * Number(held.headers['retry-after']));
    assert.equal((await trySignIn(hub, bob.email, bob.password, at('192.0.2.40'))).status, 200);
  });

  test('is held up when the password is asked for again', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) {
      const { status } = await admin.request('POST', '/api/account/change-password', {
        body: { password: `guess ${i}`, newPassword: 'taken over' },
      });
      statuses.push(status);
    }
    assert.ok(statuses.includes(429), statuses.join());
    assert.ok(!statuses.includes(204));
  });

  test('does not hold up the service: other requests are answered meanwhile', async () => {
    const visit = await openSignInPage(hub);
    const guesses = Array.from({ length: 8 }, (_, i) =>
      trySignIn(hub, `other${i}@example.org`, 'x', { visit, ...at(`192.0.2.${100 + i}`) }),
    );
    const first = Promise.race([
      Promise.all(guesses).then(() => 'guesses'),
      hub.get('/hub/spaces').then(({ status }) => `spaces: ${status}`),
    ]);
    assert.equal(await first, 'spaces: 200');
    await Promise.all(guesses);
  });
});
