import type { Context } from '../http/context.ts';
import { operation } from '../http/operation.ts';
import { json, notStored, type Response } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { tokenResponse } from './token.response.ts';
import { tokenType } from './token-type.ts';

export const createToken = operation({
  name: 'createToken',
  method: 'POST',
  path: '/token-api/tokens',
  summary: 'Create a token',
  description:
    'The response carries the secret as `token`: it is shown this once and stored only as a hash. That of a token with `project` is stored as `metadata.link` too, so that the link to a published map can be copied again. Without `urm`, or with an empty one, the token has all rights of the account. With `exp` it is temporary.',
  tag: 'tokens',
  access: 'session',
  query: { type: tokenType },
  body: {
    description:
      'What the token may do, until when, and what it is for; `{}` makes a permanent one with all rights',
    content: { 'application/json': refs.tokenInput },
  },
  responses: {
    200: {
      description: 'The token and its secret',
      content: { 'application/json': refs.newToken },
      links: linksWith({ token_id: '$response.body#/tid' }, ['getToken', 'deleteToken']),
    },
  },
  handle(context, read) {
    read();
    return respondWithNewToken(context);
  },
});

async function respondWithNewToken(context: Context): Promise<Response> {
  const { hub, signedIn, dialect } = context;
  const definition = await context.document();
  const { token, secret } = await hub.tokens.create(signedIn.account, definition, Date.now());
  const { tid, ...rest } = tokenResponse(token, signedIn.account);
  return notStored(
    json(200, { tid: dialect.newTokenId === 'secret' ? secret : tid, token: secret, ...rest }),
  );
}
