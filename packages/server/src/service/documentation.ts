import type { Context } from '../http/context.ts';
import type { Operation, Schema } from '../http/operation.ts';
import { text } from '../http/response/response.ts';
import { PAGE_HEADERS } from '../http/response/security-headers.ts';

type Page = {
  name: string;
  path: string;
  summary: string;
  type: string;
  body: (context: Context) => string;
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
    responses: { 200: { description: summary, content: { [type.split(';', 1)[0]!]: schema } } },
    handle(context) {
      const response = text(type, body(context));
      Object.assign(response.headers, PAGE_HEADERS);
      return response;
    },
  };
}
