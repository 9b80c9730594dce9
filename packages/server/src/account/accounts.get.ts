import { requireAdmin } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { accountResponse } from './account.response.ts';

export const listAccounts: Operation = {
  name: 'listAccounts',
  method: 'GET',
  path: '/account-api/accounts',
  summary: 'List all accounts (administrators)',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: {
    200: {
      description: 'The accounts',
      content: { 'application/json': { type: 'array', items: refs.account } },
    },
  },
  async handle({ hub, signedIn }) {
    requireAdmin(signedIn.account);
    return notStored(json(200, (await hub.accounts.list()).map(accountResponse)));
  },
};
