import type { Registry } from 'prom-client';
import type { Operation } from '../http/operation.ts';
import { text } from '../http/response/response.ts';

export function getMetrics(registry: () => Promise<Registry>): Operation {
  return {
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Measurements for Prometheus',
    tag: 'service',
    access: 'open',
    query: [],
    responses: { 200: { description: 'The measurements', content: { 'text/plain': { type: 'string' } } } },
    async handle() {
      const measured = await registry();
      return text(measured.contentType, await measured.metrics());
    },
  };
}
