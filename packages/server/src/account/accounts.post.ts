import { NEW_ACCOUNT_MEMBERS, readAccountBody, requireAdmin } from '@meridian/hub';
import { membersBody } from '../http/json-body.ts';
import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { accountResponse } from './account.response.ts';

export const createAccount = operation({
  name: 'createAccount',
  method: 'POST',
  path: '/account-api/accounts',
  summary: 'Make an account (administrators)',
  description: 'Without a password one is generated, and the response carries it this once.',
  tag: 'accounts',
  access: 'session',
  query: {},
  body: membersBody('The account', refs.newAccount, NEW_ACCOUNT_MEMBERS, readAccountBody),
  responses: {
    200: {
      description: 'The account',
      content: { 'application/json': refs.account },
      links: linksWith({ aid: '$response.body#/aid' }, ['updateAccount', 'getAccountUsage']),
    },
  },
  async handle(context, _, readBody) {
    requireAdmin(context.signedIn.account);
    const { email = '', password, admin = false } = await readBody();
    const made = await context.hub.accounts.create({ email, password, admin }, Date.now());
    return notStored(json(200, { ...accountResponse(made.account), password: made.password }));
  },
});
