import { empty } from '../http/answer.ts';
import { clearSessionCookies, sessionIdsOf } from '../http/auth/cookies.ts';
import type { Operation } from '../http/operation.ts';

export const signOut: Operation = {
  name: 'signOut',
  method: 'POST',
  path: '/api/account/sign-out',
  summary: 'Sign out',
  description: 'Ends the session on the server: its cookies are worth nothing afterwards.',
  tag: 'accounts',
  access: 'session',
  query: [],
  answers: { 204: { description: 'Signed out' } },
  async handle({ hub, request, isSecure }) {
    await hub.sessions.end(sessionIdsOf(request.headers));
    return { ...empty(204), cookies: clearSessionCookies(isSecure) };
  },
};
