import type { IncomingHttpHeaders } from 'node:http';

/** What clients of the old service look for; any one of them is as good as all. */
export const SESSION_COOKIES = [
  'here_access',
  'here_access_oidc',
  'here_auth',
  'here_auth_oidc',
  'here_ca_access',
] as const;

/** Which browser has opened the sign-in page, and the proof that we said so. */
export const VISITOR_COOKIE = 'here_account';
export const VISITOR_SIGNATURE_COOKIE = 'here_account.sig';

export type CookieOptions = {
  /** Below which our pages are, as browsers see it; empty at the root. */
  basePath: string;
  isSecure: boolean /** Absent = until the browser is closed. */;
  maxAgeSeconds?: number;
};

/** The values of a cookie; browsers send several where paths differ. */
export function readCookies({ cookie = '' }: IncomingHttpHeaders, ...names: string[]): string[] {
  return cookie
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name, value]) => names.includes(name!) && value !== undefined && value !== '')
    .map(([, ...value]) => value.join('=').replace(/^"(.*)"$/, '$1'));
}

export function sessionIdsOf(headers: IncomingHttpHeaders): string[] {
  return readCookies(headers, ...SESSION_COOKIES);
}

export function setCookie(
  name: string,
  value: string,
  { basePath, isSecure, maxAgeSeconds }: CookieOptions,
): string {
  const parts = [`${name}=${value}`, `Path=${basePath}/`, 'HttpOnly', 'SameSite=Lax'];
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}

export function setSessionCookies(id: string, options: CookieOptions): string[] {
  return SESSION_COOKIES.map((name) => setCookie(name, id, options));
}

export function clearSessionCookies(options: Omit<CookieOptions, 'maxAgeSeconds'>): string[] {
  return setSessionCookies('', { ...options, maxAgeSeconds: 0 });
}
