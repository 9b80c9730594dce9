import { Fault } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';

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
  responses: { 200: { description: 'It is', content: { 'application/json': status } } },
  handle: () => json(200, { status: 'alive' }),
};

/** As a refusal says it. */
export type ServiceState = 'starting' | 'ready' | 'shutting down';

/** The hub takes requests: it is not shutting down, and its storage responds. */
export function getReadiness(state: () => ServiceState): Operation {
  return {
    name: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Does the hub take requests?',
    description:
      'Not before the first account of a new hub and its preset token are there, not while it shuts down, and not while its database can not be reached, its threads can not read or write, or its disk is nearly full.',
    tag: 'service',
    access: 'open',
    query: [],
    responses: { 200: { description: 'It does', content: { 'application/json': status } } },
    async handle({ hub }) {
      if (state() !== 'ready') throw new Fault('unavailable', `the server is ${state()}`);
      const trouble = await hub.storage.trouble();
      if (trouble) throw new Fault('unavailable', trouble, 1);
      return json(200, { status: 'ready' });
    },
  };
}
