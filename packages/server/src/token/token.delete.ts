import type { Operation } from '../http/operation.ts';
import { empty } from '../http/response/response.ts';
import { refuseToken } from './token.response.ts';

export const deleteToken: Operation = {
  name: 'deleteToken',
  method: 'DELETE',
  path: '/token-api/tokens/{token_id}',
  summary: 'Revoke a token',
  description: 'From the next request on it is refused, everywhere.',
  tag: 'tokens',
  access: 'session',
  query: [],
  responses: { 204: { description: 'The token is gone' } },
  async handle(context) {
    const { hub, signedIn, tokenId } = context;
    return (await hub.tokens.revoke(signedIn.account, tokenId))
      ? empty(204)
      : refuseToken(context, 'notFound');
  },
};
