import { Fault } from '@meridian/hub';
import { json } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';

const status = { type: 'object', properties: { status: { type: 'string' } } };

/** The process is alive. */
export const getHealth: Operation = {
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  summary: 'Is the process alive?',
  tag: 'service',
  access: 'open',
  query: [],
  answers: { 200: { description: 'It is', content: { 'application/json': status } } },
  handle: () => json(200, { status: 'alive' }),
};

/** The hub takes requests: it is not shutting down, and its storage answers. */
export function getReadiness(isReady: () => boolean): Operation {
  return {
    name: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Does the hub take requests?',
    description:
      'Not while it shuts down, and not while its database can not be reached or its threads can not read or write.',
    tag: 'service',
    access: 'open',
    query: [],
    answers: { 200: { description: 'It does', content: { 'application/json': status } } },
    async handle({ hub }) {
      if (!isReady()) throw new Fault('unavailable', 'the server is shutting down');
      const trouble = await hub.storage.trouble();
      if (trouble) throw new Fault('unavailable', trouble, 1);
      return json(200, { status: 'ready' });
    },
  };
}
