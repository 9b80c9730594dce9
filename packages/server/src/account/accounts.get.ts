import { requireAdmin } from '@meridian/hub';
import { json, notStored } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { accountAnswer } from './answer.ts';

export const listAccounts: Operation = {
  name: 'listAccounts',
  method: 'GET',
  path: '/account-api/accounts',
  summary: 'List all accounts (administrators)',
  tag: 'accounts',
  access: 'session',
  query: [],
  answers: {
    200: {
      description: 'The accounts',
      content: { 'application/json': { type: 'array', items: refs.account } },
    },
  },
  async handle({ hub, signedIn }) {
    requireAdmin(signedIn.account);
    return notStored(json(200, (await hub.accounts.list()).map(accountAnswer)));
  },
};
