import { type Account, defaultAppId, type NewSession } from '@meridian/hub';
import { setSessionCookies } from '../http/auth/cookies.ts';
import type { Context } from '../http/context.ts';
import { json, notStored, type Response } from '../http/response/response.ts';

/** An account as itself and administrators see it. What it says about itself can't hide what it is. */
export function accountResponse(account: Account) {
  const { id, email, admin, disabled, createdAt, appId, profile } = account;
  return {
    // There are no terms to accept; old clients ask for them before they go on.
    tcAcceptedAt: createdAt,
    proTcAcceptedAt: createdAt,
    ...profile,
    aid: id,
    email,
    defaultAppId: defaultAppId(account),
    apps: Object.fromEntries([appId, defaultAppId(account)].map((cid) => [cid, appResponse(cid)])),
    admin,
    disabled,
    createdAt,
  };
}

/**
 * An app as the old command line client wants it, which sends `dsAppId` and `dsAppCode` nowhere that matters here. A hub of
 * one's own has no plans that would leave anything out: `internal` is what the client takes for that.
 */
function appResponse(cid: string) {
  return {
    cid,
    status: 'active',
    blocked: false,
    plan: { internal: true },
    dsAppId: cid,
    dsAppCode: cid,
    dsAppName: 'Meridian',
  };
}

/** The cookies of a session, and what goes with them. */
export function sessionResponse(
  { basePath, isSecure }: Context,
  session: NewSession,
  isRemembered: boolean,
): Response {
  const { id, account, expiresAt, csrfToken } = session;
  const maxAgeSeconds = Math.floor((expiresAt - Date.now()) / 1000);
  const response = json(200, { aid: account.id, email: account.email, csrf: csrfToken });
  return {
    ...notStored(response),
    cookies: setSessionCookies(id, { basePath, isSecure, ...(isRemembered ? { maxAgeSeconds } : {}) }),
  };
}
