import { MeridianError } from '@meridian/client';
import { signal } from '@preact/signals';
import { call, callWith } from './api/call.ts';
import { hubUrl } from './api/hub-url.ts';
import { forgetAll } from './memory.ts';
import { route } from './route.ts';

export type Account = { aid: string; email: string; admin: boolean };

/** Who is signed in; undefined for a stranger who looks at a published map. */
export const account = signal<Account | undefined>(undefined);

/** Finds out who is signed in. Anyone else is sent to the sign-in page and back. */
export async function startSession(): Promise<void> {
  const { value: to } = route;
  // A link is opened without asking who is signed in.
  if (to.screen === 'published') return callWith(to.token);
  if (document.documentElement.dataset.visitor === 'unknown') await goToSignIn();
  try {
    account.value = await call<Account>({ path: '/account-api/accounts/me' });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    await goToSignIn();
  }
}

/** Never resolves: the page is left. */
export function goToSignIn(): Promise<never> {
  location.assign(`${hubUrl}/sign-in${location.hash}`);
  return new Promise(() => {});
}

export async function signOut(): Promise<void> {
  await call({ method: 'POST', path: '/api/account/sign-out' });
  forgetAll();
  location.assign(`${hubUrl}/sign-in`);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof MeridianError && error.status === 401;
}
