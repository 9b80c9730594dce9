import { SIGN_IN_MEMBERS } from '@meridian/hub';
import { sessionIdsOf } from '../http/auth/cookies.ts';
import { membersBody, orEmpty } from '../http/json-body.ts';
import { operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { sessionResponse } from './account.response.ts';
import { requireAnonymousSession } from './anonymous-session.ts';

export const signIn = operation({
  name: 'signIn',
  method: 'POST',
  path: '/api/account/sign-in-with-password',
  summary: 'Sign in',
  description:
    'Needs the cookies that `GET /sign-in` sets, and the token its page carries in the header `x-csrf-token`. The response sets the access cookies `here_access`, `here_access_oidc`, `here_auth`, `here_auth_oidc` and `here_ca_access`. After a few failed attempts each further one has to wait longer: 429.',
  tag: 'accounts',
  access: 'open',
  query: {},
  body: membersBody('Email and password', refs.signInForm, SIGN_IN_MEMBERS, orEmpty),
  responses: {
    200: { description: 'Signed in; the cookies are set', content: { 'application/json': refs.session } },
  },
  faults: {
    unauthorized:
      'the email or the password is wrong, or the cookies and the token of `/sign-in` are missing',
    tooMany: 'there were too many failed attempts, or the address sends more requests than allowed',
  },
  needsNoRoom: true,
  async handle(context, _, readBody) {
    requireAnonymousSession(context);
    const form = await readBody();
    const session = await context.hub.signIn.withPassword(form, context.addressGroup, Date.now());
    // The previous session of this browser ends.
    await context.hub.sessions.end(sessionIdsOf(context.request.headers), session.account);
    return sessionResponse(context, session, form.rememberMe ?? false);
  },
});
