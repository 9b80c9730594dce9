import type { Operation } from '../http/operation.ts';
import { json, notStored } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { typeOf } from './token.response.ts';
import { createToken } from './tokens.post.ts';

/** Routes of the time before `/token-api/tokens`, which old clients still call. */
export const createTokenLegacy: Operation = {
  ...createToken,
  name: 'createTokenLegacy',
  path: '/token-api/token',
  summary: 'Create a token (old path)',
};

export const listTokensLegacy: Operation = {
  name: 'listTokensLegacy',
  method: 'GET',
  path: '/token-api/token',
  summary: 'List your tokens (old path and form)',
  tag: 'tokens',
  access: 'session',
  query: [],
  responses: {
    200: {
      description: 'The tokens',
      content: { 'application/json': refs.legacyTokens },
    },
  },
  async handle({ hub, signedIn }) {
    const tokens = (await hub.tokens.list(signedIn.account)).map((token) => ({
      id: token.id,
      type: typeOf(token),
      iat: token.issuedAt,
      description: token.description ?? '',
    }));
    return notStored(json(200, { tokens }));
  },
};

export const getMaxRights: Operation = {
  name: 'getMaxRights',
  method: 'GET',
  path: '/token-api/maxRights',
  summary: 'All rights that a token of yours can have',
  tag: 'tokens',
  access: 'session',
  query: [],
  responses: {
    200: { description: 'The rights, as in `urm`', content: { 'application/json': refs.rights } },
  },
  handle({ hub, signedIn }) {
    return notStored(json(200, hub.tokens.maxRights(signedIn.account)));
  },
};
