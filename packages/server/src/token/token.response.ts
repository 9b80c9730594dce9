import { type Account, defaultAppId, Fault, type Token } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { errorResponse } from '../http/errors.ts';
import { notStored, type Response } from '../http/response/response.ts';

/** Everything about a token but its secret, for the account that has it. */
export function tokenResponse(token: Token, account: Account) {
  return {
    tid: token.id,
    aid: token.account,
    cid: token.appId ?? defaultAppId(account),
    iat: token.issuedAt,
    exp: token.expiresAt,
    description: token.description ?? '',
    urm: token.rights,
    limits: token.limits ?? {},
    metadata: token.metadata,
    project: token.project,
  };
}

/** What anybody may know who can name it. */
export function publicTokenResponse({ id, issuedAt, expiresAt, description, limits, project }: Token) {
  return {
    tid: id,
    iat: issuedAt,
    exp: expiresAt,
    description: description ?? '',
    limits: limits ?? {},
    project,
  };
}

/** Permanent, or temporary: which of the two decides whether it expires. */
export const TOKEN_TYPES = ['PERMANENT', 'TEMPORARY'] as const;

export function typeOf({ expiresAt }: Token): (typeof TOKEN_TYPES)[number] {
  return expiresAt === undefined ? 'PERMANENT' : 'TEMPORARY';
}

/** A token that does not exist: in the words that old clients know, as JSON or as they are. */
export function refuseToken({ dialect, streamId }: Context, kind: 'unknownToken' | 'notFound'): Response {
  const message = kind === 'unknownToken' ? 'tokenId is not valid' : 'Token not found';
  const response = errorResponse(new Fault(kind, message), streamId);
  if (dialect.tokenErrors === 'json') return response;
  return notStored({
    ...response,
    headers: { ...response.headers, 'Content-Type': 'text/plain; charset=utf-8' },
    body: message,
  });
}
