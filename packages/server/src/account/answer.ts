import { type Account, defaultAppId, type NewSession } from '@meridian/hub';
import { type Answer, json, notStored } from '../http/answer.ts';
import { setSessionCookies } from '../http/auth/cookies.ts';
import type { Context } from '../http/context.ts';

/** An account as itself and administrators see it. What it says about itself can't hide what it is. */
export function accountAnswer(account: Account) {
  const { id, email, admin, disabled, createdAt, appId, profile } = account;
  return {
    // There are no terms to accept; old clients ask for them before they go on.
    tcAcceptedAt: createdAt,
    proTcAcceptedAt: createdAt,
    ...profile,
    aid: id,
    email,
    defaultAppId: defaultAppId(account),
    apps: Object.fromEntries([appId, defaultAppId(account)].map((cid) => [cid, appAnswer(cid)])),
    admin,
    disabled,
    createdAt,
  };
}

/** An app as the old command line client wants it, which sends `dsAppId` and `dsAppCode` nowhere that matters here. */
function appAnswer(cid: string) {
  return { cid, status: 'active', dsAppId: cid, dsAppCode: cid };
}

/** The cookies of a session, and what goes with them. */
export function sessionAnswer({ isSecure }: Context, session: NewSession, isRemembered: boolean): Answer {
  const { id, account, expiresAt, csrfToken } = session;
  const maxAgeSeconds = Math.floor((expiresAt - Date.now()) / 1000);
  const answer = json(200, { aid: account.id, email: account.email, csrf: csrfToken });
  return {
    ...notStored(answer),
    cookies: setSessionCookies(id, isRemembered ? { isSecure, maxAgeSeconds } : { isSecure }),
  };
}
