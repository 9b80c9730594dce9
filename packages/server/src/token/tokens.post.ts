import { type Answer, json, notStored } from '../http/answer.ts';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { tokenAnswer } from './answer.ts';
import { readTokenType, tokenType } from './token-type.ts';

export const createToken: Operation = {
  name: 'createToken',
  method: 'POST',
  path: '/token-api/tokens',
  summary: 'Create a token',
  description:
    'The answer carries the secret as `token`: it is shown this once and kept only as a hash. Without `urm`, or with an empty one, the token has all rights of the account. With `exp` it is temporary.',
  tag: 'tokens',
  access: 'session',
  query: [tokenType],
  body: {
    description:
      'What the token may do, until when, and what it is for; `{}` makes a permanent one with all rights',
    content: { 'application/json': refs.tokenInput },
  },
  answers: {
    200: { description: 'The token and its secret', content: { 'application/json': refs.newToken } },
  },
  handle: answerNewToken,
};

export async function answerNewToken(context: Context): Promise<Answer> {
  const { hub, signedIn, query, dialect } = context;
  readTokenType(query);
  const definition = await context.document();
  const { token, secret } = await hub.tokens.create(signedIn.account, definition, Date.now());
  const { tid, ...rest } = tokenAnswer(token, signedIn.account);
  return notStored(
    json(200, { tid: dialect.newTokenId === 'secret' ? secret : tid, token: secret, ...rest }),
  );
}
