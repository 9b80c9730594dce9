import { errorResponse } from '../http/errors.ts';
import { isFault } from '../http/http-fault.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import { json, type Response } from '../http/response/response.ts';
import { OGC_ROOT } from './links.ts';

/** Whether a request is to the OGC API, by its target. */
export function isOgcTarget(url: string): boolean {
  return url.startsWith(OGC_ROOT) && /^(\/|\?|$)/.test(url.slice(OGC_ROOT.length));
}

/** Clients that know Basic only, as browsers and most GIS do, ask for a password then. */
const CHALLENGE = 'Bearer, Basic realm="Meridian: any user, an access token as password", charset="UTF-8"';

/** An error as OGC API has it: `code` for programs, `description` for people. */
export function exceptionResponse(error: unknown, streamId: string): Response {
  const known = errorResponse(error, streamId);
  const code = STATUS_CODES[known.status]?.replaceAll(/[^A-Za-z]/g, '') ?? String(known.status);
  const description = isFault(error)
    ? error.message
    : 'the server failed to answer; its log has the details under this stream id';
  const response = json(known.status, { code, description, status: known.status, streamId });
  const { 'Retry-After': retryAfter } = known.headers;
  if (retryAfter !== undefined) response.headers['Retry-After'] = retryAfter;
  if (known.status === 401) response.headers['WWW-Authenticate'] = CHALLENGE;
  return response;
}
