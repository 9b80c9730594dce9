import { text } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';

type Page = { name: string; path: string; summary: string; type: string; body: () => string };

/** A document the server has in memory. */
export function servePage({ name, path, summary, type, body }: Page): Operation {
  return {
    name,
    method: 'GET',
    path,
    summary,
    tag: 'service',
    access: 'open',
    query: [],
    answers: { 200: { description: summary, content: { [type.split(';', 1)[0]!]: { type: 'string' } } } },
    handle() {
      const answer = text(type, body());
      answer.headers['Content-Security-Policy'] = "default-src 'self'; frame-ancestors 'none'";
      answer.headers['X-Content-Type-Options'] = 'nosniff';
      return answer;
    },
  };
}
