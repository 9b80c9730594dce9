import { clearSessionCookies, sessionIdsOf } from '../http/auth/cookies.ts';
import type { Operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';

export const signOut: Operation = {
  name: 'signOut',
  method: 'POST',
  path: '/api/account/sign-out',
  summary: 'Sign out',
  description: 'Ends the session on the server: its cookies are worth nothing afterwards.',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: { 204: { description: 'Signed out' } },
  needsNoRoom: true,
  async handle({ hub, signedIn, request, basePath, isSecure }) {
    await hub.sessions.end(sessionIdsOf(request.headers), signedIn.account);
    return { ...empty(204), cookies: clearSessionCookies({ basePath, isSecure }) };
  },
};
