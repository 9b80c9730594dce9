import { operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { tokenResponse, typeOf } from './token.response.ts';
import { tokenType } from './token-type.ts';

/** Clients look for a plan; a hub of one's own has none. */
const NO_PLAN = { awsPlanId: '' };

export const listTokens = operation({
  name: 'listTokens',
  method: 'GET',
  path: '/token-api/tokens',
  summary: 'List your tokens',
  tag: 'tokens',
  access: 'session',
  query: { type: tokenType },
  responses: {
    200: { description: 'The tokens', content: { 'application/json': { type: 'array', items: refs.token } } },
  },
  async handle({ hub, signedIn }, read) {
    const { type } = read();
    const tokens = await hub.tokens.list(signedIn.account);
    const uses = await hub.tokens.lastUses(signedIn.account);
    const shown = tokens.filter((token) => type === undefined || typeOf(token) === type);
    return notStored(
      json(
        200,
        shown.map((token) => ({
          ...tokenResponse(token, signedIn.account),
          ...NO_PLAN,
          lastUsedAt: uses[token.id]?.at,
        })),
      ),
    );
  },
});
