import { text } from '../http/answer.ts';
import type { Operation, Schema } from '../http/operation.ts';
import { PAGE_HEADERS } from '../http/response/security-headers.ts';

type Page = {
  name: string;
  path: string;
  summary: string;
  type: string;
  body: () => string;
  /** Of the document, where it is no plain text. */
  schema?: Schema;
};

/** A document the server has in memory. */
export function servePage({ name, path, summary, type, body, schema = { type: 'string' } }: Page): Operation {
  return {
    name,
    method: 'GET',
    path,
    summary,
    tag: 'service',
    access: 'open',
    query: [],
    answers: { 200: { description: summary, content: { [type.split(';', 1)[0]!]: schema } } },
    handle() {
      const answer = text(type, body());
      Object.assign(answer.headers, PAGE_HEADERS);
      return answer;
    },
  };
}
