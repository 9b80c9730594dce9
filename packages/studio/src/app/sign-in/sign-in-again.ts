import { signal } from '@preact/signals';
import { call } from '../api/call.ts';
import { isSignedOut } from '../session.ts';

/** Whether the user is asked to sign in over the page. */
export const isAskedToSignIn = signal(false);
/** Counts up whenever a session was renewed: what was refused meanwhile can be requested again. */
export const renewedSessions = signal(0);

let waiting = Promise.withResolvers<void>();
let check: Promise<boolean> | undefined;

/**
 * A request was refused as not signed in: asks to sign in over the page, which stays as it is. Resolves once there is
 * a session; at once if there is one already, as after a response that was slower than the renewal of the session.
 */
export async function signInAgain(): Promise<void> {
  if (!isAskedToSignIn.value) {
    check ??= hasSession().finally(() => {
      check = undefined;
    });
    if (await check) return;
    isAskedToSignIn.value = true;
  }
  return waiting.promise;
}

export function signedInAgain(): void {
  isAskedToSignIn.value = false;
  renewedSessions.value++;
  waiting.resolve();
  waiting = Promise.withResolvers<void>();
}

async function hasSession(): Promise<boolean> {
  try {
    await call({ path: '/account-api/accounts/me' });
    return true;
  } catch (error) {
    if (isSignedOut(error)) return false;
    throw error;
  }
}
