import { NEW_ACCOUNT_MEMBERS, readAccountBody, readMembers, requireAdmin } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { accountResponse } from './account.response.ts';

export const createAccount: Operation = {
  name: 'createAccount',
  method: 'POST',
  path: '/account-api/accounts',
  summary: 'Make an account (administrators)',
  description: 'Without a password one is generated, and the response carries it this once.',
  tag: 'accounts',
  access: 'session',
  query: [],
  body: { description: 'The account', content: { 'application/json': refs.newAccount } },
  responses: {
    200: {
      description: 'The account',
      content: { 'application/json': refs.account },
      links: linksWith({ aid: '$response.body#/aid' }, ['updateAccount', 'getAccountUsage']),
    },
  },
  async handle(context) {
    requireAdmin(context.signedIn.account);
    const body = readAccountBody(await context.document());
    const { email = '', password, admin = false } = readMembers(NEW_ACCOUNT_MEMBERS, body);
    const made = await context.hub.accounts.create({ email, password, admin }, Date.now());
    return notStored(json(200, { ...accountResponse(made.account), password: made.password }));
  },
};
