import { Fault } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { empty, json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';

export const listSessions: Operation = {
  name: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where you are signed in',
  description: 'The sessions of your account that have not ended, the newest first.',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: {
    200: { description: 'The sessions', content: { 'application/json': refs.sessionList } },
  },
  async handle({ hub, signedIn }) {
    return notStored(json(200, { sessions: await hub.sessions.list(signedIn, Date.now()) }));
  },
};

export const endSession: Operation = {
  name: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/{session_id}',
  summary: 'Sign out elsewhere',
  description: 'Ends one of your sessions, wherever it is: its cookies are worth nothing afterwards.',
  tag: 'accounts',
  access: 'session',
  query: [],
  responses: { 204: { description: 'The session has ended' } },
  faults: { notFound: 'the account has no such session' },
  needsNoRoom: true,
  async handle({ hub, signedIn, sessionId }) {
    if (!(await hub.sessions.endListed(signedIn.account, sessionId)))
      throw new Fault('notFound', `there is no session ${JSON.stringify(sessionId)} of this account`);
    return empty(204);
  },
};
