import { Fault, readAccountBody } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { accountResponse } from './account.response.ts';
import { requireAnonymousSession } from './anonymous-session.ts';

export const register: Operation = {
  name: 'register',
  method: 'POST',
  path: '/api/account/register',
  summary: 'Make an account for yourself',
  description:
    'Only where the operator allows it (`MERIDIAN_SELF_REGISTRATION`). Cookies and token as for signing in.',
  tag: 'accounts',
  access: 'open',
  query: [],
  body: { description: 'Email and password', content: { 'application/json': refs.signInForm } },
  responses: { 200: { description: 'The account', content: { 'application/json': refs.account } } },
  faults: {
    unauthorized: 'the cookies and the token of `/sign-in` are missing',
    forbidden: 'the operator does not allow people to make accounts for themselves',
    conflict: 'there is an account with this email already',
    tooMany: 'the address makes many accounts, or sends more requests than allowed',
  },
  async handle(context) {
    const { hub, service, addressGroup } = context;
    if (service.settings.selfRegistration === 'off')
      throw new Fault('forbidden', 'accounts are made by the administrators of this hub');
    requireAnonymousSession(context);
    const { email, password = '' } = readAccountBody(await context.document());
    hub.signIn.slowRegistration(addressGroup, Date.now());
    const { account } = await hub.accounts.create(
      { email: email as string, password: password as string },
      Date.now(),
    );
    return notStored(json(200, accountResponse(account)));
  },
};
