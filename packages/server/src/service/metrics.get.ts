import type { Registry } from 'prom-client';
import { text } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';

export function getMetrics(registry: () => Registry): Operation {
  return {
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Measurements for Prometheus',
    tag: 'service',
    access: 'open',
    query: [],
    answers: { 200: { description: 'The measurements', content: { 'text/plain': { type: 'string' } } } },
    async handle() {
      return text(registry().contentType, await registry().metrics());
    },
  };
}
