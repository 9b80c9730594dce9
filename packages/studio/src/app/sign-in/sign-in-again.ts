import { signal } from '@preact/signals';

/** Whether the user is asked to sign in over the page. */
export const isAskedToSignIn = signal(false);

let waiting = Promise.withResolvers<void>();

/** The session has ended: asks to sign in over the page, which stays as it is. Resolves once that is done. */
export function signInAgain(): Promise<void> {
  isAskedToSignIn.value = true;
  return waiting.promise;
}

export function signedInAgain(): void {
  isAskedToSignIn.value = false;
  waiting.resolve();
  waiting = Promise.withResolvers<void>();
}
