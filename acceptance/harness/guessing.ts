import assert from 'node:assert/strict';
import { openSignInPage, trySignIn } from './account.ts';
import type { Hub } from './hub.ts';
import { assertRefused, assertTurnedAway } from './refusal.ts';

/** A wait doubles from a second: guesses that are slow themselves get past the first ones. */
export const SLOW = 4;

/** Guesses until it is told to wait. */
export async function guessUntilHeld(hub: Hub, email: string, from: () => string): Promise<number> {
  const visit = await openSignInPage(hub);
  for (let guesses = 0; guesses < 100; guesses++) {
    const headers = { 'x-forwarded-for': from() };
    const response = await trySignIn(hub, email, `guess ${guesses}`, { visit, headers });
    if (response.status === 429) {
      assertRefused(response, 429, 'wait');
      assert.ok(
        Number(response.headers['retry-after']) >= 1 && Number(response.headers['retry-after']) <= 60,
      );
      return guesses;
    }
    assertTurnedAway(response, 401);
  }
  throw new Error('a hundred guesses were let through');
}
