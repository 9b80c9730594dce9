import { type AnyFaultKind, isFault } from './http-fault.ts';
import { STATUS_CODES } from './node-http.ts';
import { json, type Response } from './response/response.ts';

/** Status, `error` class and when it happens: the one table behind every error response and docs/using/errors.md. */
export const FAULTS: Record<AnyFaultKind | 'internal', { status: number; error: string; when: string }> = {
  invalid: { status: 400, error: 'IllegalArgument', when: 'a parameter, body or geometry is malformed' },
  unauthorized: {
    status: 401,
    error: 'Exception',
    when: 'the token is missing, unknown, expired or revoked',
  },
  notSignedIn: {
    status: 401,
    error: 'Exception',
    when: 'nobody is signed in: the token and account interfaces take the cookies of a sign-in',
  },
  forbidden: { status: 403, error: 'Exception', when: 'the token lacks a right; the message names it' },
  notFound: {
    status: 404,
    error: 'Exception',
    when: 'the space, feature or a named resource does not exist',
  },
  noRoute: { status: 404, error: 'Exception', when: 'there is nothing at this path' },
  notAllowed: {
    status: 405,
    error: 'Exception',
    when: 'the path exists but not for this method; see `Allow`',
  },
  readOnly: { status: 405, error: 'Exception', when: 'features of a read-only space were to be changed' },
  conflict: {
    status: 409,
    error: 'Exception',
    when: 'an id is taken, or a feature is not in the expected state',
  },
  unknownToken: { status: 412, error: 'Exception', when: 'a token was asked for by an id that none has' },
  preconditionFailed: {
    status: 412,
    error: 'Exception',
    when: 'the feature is not in the state that `If-Match` names',
  },
  tooLarge: { status: 413, error: 'Exception', when: 'the body is larger than the server allows' },
  unsupportedType: {
    status: 415,
    error: 'Exception',
    when: 'the body is of a type the server does not read',
  },
  rangeNotSatisfiable: {
    status: 416,
    error: 'Exception',
    when: 'the range begins behind the end of the file; see `Content-Range`',
  },
  tooMany: { status: 429, error: 'Exception', when: 'the caller sends more requests than allowed' },
  full: {
    status: 507,
    error: 'Exception',
    when: 'the disk of the server is full or nearly so, or the account has stored as much as it may; nothing was written; deletes are accepted',
  },
  damaged: {
    status: 503,
    error: 'Exception',
    when: 'what a space is stored in is damaged, missing or unreadable; the message says what to do',
  },
  unavailable: {
    status: 503,
    error: 'Exception',
    when: 'the server is overloaded or shutting down; try again',
  },
  timeout: { status: 504, error: 'Timeout', when: 'the query took longer than the server allows' },
  cancelled: {
    status: 499,
    error: 'Exception',
    when: 'the client closed the connection before the response was ready: only logs and metrics show it',
  },
  internal: { status: 500, error: 'Exception', when: 'a fault of the server; its log has the details' },
};

/** These two have a shape of their own; `notSignedIn` has a third one, which old clients of its interfaces expect. */
const PLAIN_SHAPE: ReadonlySet<string> = new Set(['unauthorized', 'noRoute']);

const RETRY_AFTER_SECONDS = '1';

/** The only function that turns a fault into a response. */
export function errorResponse(fault: unknown, streamId: string): Response {
  const kind = isFault(fault) ? fault.kind : 'internal';
  const message = isFault(fault)
    ? fault.message
    : 'the server failed to answer; its log has the details under this stream id';
  const { status } = FAULTS[kind];
  const response = json(status, bodyOf(kind, message, streamId));
  const retryAfter = isFault(fault) ? fault.retryAfterSeconds : undefined;
  if (retryAfter !== undefined) response.headers['Retry-After'] = String(retryAfter);
  else if (status === 503) response.headers['Retry-After'] = RETRY_AFTER_SECONDS;
  if (kind === 'unauthorized') response.headers['WWW-Authenticate'] = 'Bearer';
  return response;
}

function bodyOf(kind: keyof typeof FAULTS, message: string, streamId: string) {
  const { status, error } = FAULTS[kind];
  if (kind === 'notSignedIn') return { message: STATUS_CODES[status] };
  return PLAIN_SHAPE.has(kind)
    ? { type: 'error', statusCode: status, reasonPhrase: STATUS_CODES[status], message, streamId }
    : { type: 'ErrorResponse', error, errorMessage: message, streamId };
}
