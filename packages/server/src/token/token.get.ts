import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { json, notStored, type Response } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { publicTokenResponse, refuseToken } from './token.response.ts';

const shared = {
  method: 'GET',
  tag: 'tokens',
  access: 'open',
  query: [],
  responses: { 200: { description: 'The token', content: { 'application/json': refs.publicToken } } },
  handle: respondWithToken,
} as const satisfies Partial<Operation>;

export const getToken: Operation = {
  ...shared,
  name: 'getToken',
  path: '/token-api/tokens/{token_id}',
  summary: 'What a token is for and until when it lasts',
  description: 'Needs no credentials. Never returns the secret.',
};

export const getTokenJson: Operation = {
  ...shared,
  name: 'getTokenJson',
  path: '/token-api/tokens/{token_id}.json',
  summary: 'The same by another path',
};

async function respondWithToken(context: Context): Promise<Response> {
  const token = await context.hub.tokens.find(context.tokenId);
  return token ? notStored(json(200, publicTokenResponse(token))) : refuseToken(context, 'unknownToken');
}
