import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn, trySignIn } from './harness/account.ts';
import { guessUntilHeld, SLOW } from './harness/guessing.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';

test('guessing a password from many addresses is held up, but not from where the owner has signed in before', async () => {
  const hub = await startHub({
    settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD, MERIDIAN_TRUST_PROXY: '1' },
  });
  const at = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const ana = await newPerson(hub, await signIn(hub));
  assert.equal((await trySignIn(hub, ana.email, ana.password, at('192.0.2.1'))).status, 200);
  let n = 0;
  assert.ok((await guessUntilHeld(hub, ana.email, () => `198.51.100.${++n}`)) <= 20 + SLOW);
  assertRefused(await trySignIn(hub, ana.email, ana.password, at('203.0.113.5')), 429);
  assert.equal((await trySignIn(hub, ana.email, ana.password, at('192.0.2.1'))).status, 200);
});
