import { Fault } from '@meridian/hub';
import { readCookies, VISITOR_COOKIE, VISITOR_SIGNATURE_COOKIE } from '../http/auth/cookies.ts';
import { CSRF_HEADER } from '../http/auth/session.ts';
import type { Context } from '../http/context.ts';

/** A fault unless the request comes from a sign-in page of ours, by its cookies and the token it carries. */
export function requireAnonymousSession({ hub, request: { headers } }: Context): void {
  const token = headers[CSRF_HEADER];
  const [id] = readCookies(headers, VISITOR_COOKIE);
  const [signature] = readCookies(headers, VISITOR_SIGNATURE_COOKIE);
  if (typeof token !== 'string' || !hub.anonymousSessions.isCsrfToken(token, id, signature))
    throw new Fault(
      'unauthorized',
      `open /sign-in first: its page carries the token for the header ${CSRF_HEADER}, and sets the cookies that go with it`,
    );
}
