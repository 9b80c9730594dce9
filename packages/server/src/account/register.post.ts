import { Fault, REGISTRATION_MEMBERS, readAccountBody } from '@meridian/hub';
import { membersBody } from '../http/json-body.ts';
import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { accountResponse } from './account.response.ts';
import { requireAnonymousSession } from './anonymous-session.ts';

export const register = operation({
  name: 'register',
  method: 'POST',
  path: '/api/account/register',
  summary: 'Make an account for yourself',
  description:
    'Only where the operator allows it (`MERIDIAN_SELF_REGISTRATION`). Cookies and token as for signing in.',
  tag: 'accounts',
  access: 'open',
  query: {},
  body: membersBody('Email and password', refs.registration, REGISTRATION_MEMBERS, readAccountBody),
  responses: { 200: { description: 'The account', content: { 'application/json': refs.account } } },
  faults: {
    unauthorized: 'the cookies and the token of `/sign-in` are missing',
    forbidden: 'the operator does not allow people to make accounts for themselves',
    conflict: 'there is an account with this email already',
    tooMany: 'the address makes many accounts, or sends more requests than allowed',
  },
  async handle(context, _, readBody) {
    const { hub, service, addressGroup } = context;
    if (service.settings.selfRegistration === 'off')
      throw new Fault('forbidden', 'accounts are made by the administrators of this hub');
    requireAnonymousSession(context);
    const { email = '', password = '' } = await readBody();
    hub.signIn.slowRegistration(addressGroup, Date.now());
    const { account } = await hub.accounts.create({ email, password }, Date.now());
    return notStored(json(200, accountResponse(account)));
  },
});
