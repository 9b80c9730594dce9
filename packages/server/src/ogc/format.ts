import type { Context } from '../http/context.ts';
import type { Response } from '../http/response/response.ts';
import { vary } from '../http/response/response.ts';
import { choice } from '../parameters/parameter.ts';

const FORMATS = ['json', 'html'] as const;
export type DocumentFormat = (typeof FORMATS)[number];

export const f = choice({
  name: 'f',
  description: 'The form of the response. Without it the header `Accept` decides: browsers get a page.',
  choices: FORMATS,
});

/** What the caller wants to have: by `f`, or else by `Accept`. */
export function formatOf({ request }: Context, f: DocumentFormat | undefined): DocumentFormat {
  return f ?? (prefersHtml(request.headers.accept ?? '') ? 'html' : 'json');
}

const PAGE = ['text/html', 'application/xhtml+xml'];

/** A page only for those who name one, and nothing else that they like better: scripts send any wildcard. */
export function prefersHtml(accept: string): boolean {
  let [page, json] = [0, 0];
  for (const entry of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    if (PAGE.includes(type!)) page = Math.max(page, weight);
    else if (/[/+]json$/.test(type!)) json = Math.max(json, weight);
  }
  return page > json;
}

/** Says on what a document depends; one with a token in its links is for nobody else. */
export function finished(context: Context, response: Response): Response {
  vary(response.headers, 'Accept');
  if (context.tokenInUrl !== undefined) {
    response.headers['Cache-Control'] = 'private, no-store';
    delete response.headers.ETag;
  } else response.headers['Cache-Control'] ??= 'private, no-cache';
  return response;
}
