import { json, notStored } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { accountAnswer } from './answer.ts';

export const getMe: Operation = {
  name: 'getMe',
  method: 'GET',
  path: '/account-api/accounts/me',
  summary: 'Who you are',
  tag: 'accounts',
  access: 'session',
  query: [],
  answers: { 200: { description: 'Your account', content: { 'application/json': refs.account } } },
  handle({ signedIn }) {
    return notStored(json(200, accountAnswer(signedIn.account)));
  },
};
