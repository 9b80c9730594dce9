import type { Context } from '../http/context.ts';
import { type Response, text } from '../http/response/response.ts';
import { PAGE_HEADERS } from '../http/response/security-headers.ts';
import type { Markup } from '../openapi/docs/html.ts';
import { type DocumentFormat, finished } from './format.ts';
import { TYPES } from './links.ts';

/** A document in the form that is wanted. */
export function documentResponse(
  context: Context,
  format: DocumentFormat,
  document: unknown,
  page: () => Markup,
  jsonType: string = TYPES.json,
): Response {
  return format === 'html' ? pageResponse(context, page()) : jsonResponse(context, document, jsonType);
}

export function jsonResponse(context: Context, document: unknown, type: string = TYPES.json): Response {
  return finished(
    context,
    text(type === TYPES.json ? `${type}; charset=utf-8` : type, JSON.stringify(document)),
  );
}

export function pageResponse(context: Context, page: Markup): Response {
  const response = text('text/html; charset=utf-8', page.markup);
  Object.assign(response.headers, PAGE_HEADERS);
  return finished(context, response);
}
