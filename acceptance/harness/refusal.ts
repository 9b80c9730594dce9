import assert from 'node:assert/strict';
import type { HubResponse } from './request.ts';

export const MISSING = 'The requested resource does not exist.';

export interface ErrorResponse {
  type: 'ErrorResponse';
  error: string;
  errorMessage: string;
  streamId: string;
}

const ERROR_OF: Record<number, string> = { 400: 'IllegalArgument', 502: 'BadGateway', 504: 'Timeout' };

/** Shape A of the contract, exactly; the message names each culprit. */
export function assertRefused(
  response: HubResponse<unknown>,
  status: number,
  ...culprits: (string | RegExp)[]
): void {
  assert.equal(response.status, status, response.text.slice(0, 500));
  assert.match(response.headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/i);
  const body = response.body as ErrorResponse;
  assert.deepEqual(Object.keys(body), ['type', 'error', 'errorMessage', 'streamId']);
  assert.equal(body.type, 'ErrorResponse');
  assert.equal(body.error, ERROR_OF[status] ?? 'Exception');
  assert.equal(body.streamId, response.headers['stream-id']);
  for (const culprit of culprits) {
    const named =
      typeof culprit === 'string' ? body.errorMessage.includes(culprit) : culprit.test(body.errorMessage);
    assert.ok(named, `"${body.errorMessage}" does not name ${culprit}`);
  }
}

export function assertMissing(response: HubResponse<unknown>): void {
  assertRefused(response, 404);
  assert.equal((response.body as ErrorResponse).errorMessage, MISSING);
}

/** Shape B of the contract: unknown routes and missing or bad credentials. */
export function assertTurnedAway(response: HubResponse<unknown>, status: 401 | 404): void {
  assert.equal(response.status, status, response.text);
  assert.match(response.headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/i);
  const body = response.body as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['type', 'statusCode', 'reasonPhrase', 'message', 'streamId']);
  assert.equal(body.type, 'error');
  assert.equal(body.statusCode, status);
  assert.equal(body.reasonPhrase, status === 401 ? 'Unauthorized' : 'Not Found');
  assert.equal(typeof body.message, 'string');
  assert.equal(body.streamId, response.headers['stream-id']);
  assert.equal(response.text, JSON.stringify(body), 'the JSON is compact');
}
