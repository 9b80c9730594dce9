import type { Context } from '../http/context.ts';
import { type Response, text } from '../http/response/response.ts';
import { PAGE_HEADERS } from '../http/response/security-headers.ts';
import type { Markup } from '../openapi/docs/html.ts';
import { type DocumentFormat, finished } from './format.ts';
import { documentPage, type ShownDocument } from './html/document.page.ts';
import { type Addresses, TYPES } from './links.ts';

type AnyDocument = Omit<ShownDocument, 'json'> & {
  /** Where it is in each form. */
  address: (f: DocumentFormat) => string;
};

/** A document that is a page without a look of its own. */
export function anyDocumentResponse(
  context: Context,
  addresses: Addresses,
  format: DocumentFormat,
  { address, ...shown }: AnyDocument,
): Response {
  const { document, jsonType } = shown;
  const page = () => documentPage(addresses, { ...shown, json: address('json') });
  const response = documentResponse(context, format, document, page, jsonType);
  return withAlternate(response, format, address, jsonType);
}

/** Says where the other form is in the header, since not every document has room for links. */
export function withAlternate(
  response: Response,
  format: DocumentFormat,
  address: (f: DocumentFormat) => string,
  jsonType: string = TYPES.json,
): Response {
  const [other, type] = format === 'json' ? (['html', TYPES.html] as const) : (['json', jsonType] as const);
  response.headers.Link = `<${address(other)}>; rel="alternate"; type="${type}"`;
  return response;
}

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
