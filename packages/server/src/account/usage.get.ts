import { requireAdmin } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';

export const getAccountUsage: Operation = {
  name: 'getAccountUsage',
  method: 'GET',
  path: '/account-api/accounts/{aid}/usage',
  summary: 'What an account has stored, and may store',
  description:
    'Features, history and derived data of all spaces that the account owns. `me` is your own account; only administrators see that of others.',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: {
    200: { description: 'Bytes stored and allowed', content: { 'application/json': refs.accountUsage } },
  },
  async handle({ hub, signedIn, accountId }) {
    const me = signedIn.account;
    const isMine = accountId === me.id || accountId === 'me';
    if (!isMine) requireAdmin(me);
    const account = isMine ? me : await hub.accounts.find(accountId);
    return notStored(json(200, await hub.quota.usage(account)));
  },
};
