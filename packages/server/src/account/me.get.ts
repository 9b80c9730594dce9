import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { accountResponse } from './account.response.ts';

export const getMe: Operation = {
  name: 'getMe',
  method: 'GET',
  path: '/account-api/accounts/me',
  summary: 'Who you are',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: { 200: { description: 'Your account', content: { 'application/json': refs.account } } },
  handle({ signedIn }) {
    return notStored(json(200, accountResponse(signedIn.account)));
  },
};
