import { invalid, readAccountBody, requireAdmin } from '@meridian/hub';
import { json, notStored } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { accountAnswer } from './answer.ts';

export const createAccount: Operation = {
  name: 'createAccount',
  method: 'POST',
  path: '/account-api/accounts',
  summary: 'Make an account (administrators)',
  description: 'Without a password one is generated, and the answer carries it this once.',
  tag: 'accounts',
  access: 'session',
  query: [],
  body: { description: 'The account', content: { 'application/json': refs.newAccount } },
  answers: { 200: { description: 'The account', content: { 'application/json': refs.account } } },
  async handle(context) {
    requireAdmin(context.signedIn.account);
    const { email, password, admin = false } = readAccountBody(await context.document());
    if (typeof admin !== 'boolean') throw invalid('admin must be true or false');
    const made = await context.hub.accounts.create(
      { email: email as string, password: password as string | undefined, admin },
      Date.now(),
    );
    return notStored(json(200, { ...accountAnswer(made.account), password: made.password }));
  },
};
