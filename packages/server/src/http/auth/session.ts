import { type Caller, Fault, type SessionHolder, sessionCaller } from '@meridian/hub';
import type { Context } from '../context.ts';
import { sessionIdsOf } from './cookies.ts';
import { isFromOwnPage } from './own-page.ts';

export const CSRF_HEADER = 'x-csrf-token';

/** Who is signed in, by the cookies; what changes something must besides come from a page of ours. */
export async function requireSession(context: Context, now: number): Promise<SessionHolder> {
  const { hub, request, service, isSecure } = context;
  const ids = sessionIdsOf(request.headers);
  const holder = await hub.sessions.authenticate(ids, now, request.headers['user-agent']);
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || isFromOwnPage(headers, isSecure, service.settings))
    return holder;
  const token = headers[CSRF_HEADER];
  if (typeof token === 'string' && hub.sessions.isCsrfToken(token, ids)) return holder;
  throw new Fault(
    'forbidden',
    `this request comes from a page of another origin: it needs the header ${CSRF_HEADER}`,
  );
}

/**
 * Somebody who is signed in, where others send a token: the studio calls the interface this way. Whoever is not
 * signed in any more gets the response for a missing token, as without cookies.
 */
export async function requireSessionCaller(
  context: Context,
  now: number,
  nobody: () => Caller | Promise<Caller>,
): Promise<Caller> {
  try {
    return sessionCaller(await requireSession(context, now));
  } catch (error) {
    if (error instanceof Fault && error.kind === 'notSignedIn') return nobody();
    throw error;
  }
}
