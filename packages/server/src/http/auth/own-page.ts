import type { IncomingHttpHeaders } from 'node:http';

/** Where pages may be that act for the signed-in account: here, and at the origins the operator has listed. */
export type OwnOrigins = { publicUrl: string | undefined; corsOrigins: readonly string[] };

/**
 * Whether a request may come from a page of ours, by what browsers say about it and pages can't change. What says
 * nothing comes from no browser: those send at least `Origin` with every cross-origin request that changes anything.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, isSecure: boolean, own: OwnOrigins): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  const source = headers.origin ?? originOf(headers.referer);
  if (source !== undefined) return isOwn(source, headers.host, isSecure, own);
  return site === undefined;
}

/** Another scheme is another origin: a page that came unencrypted may be anybody's. */
function isOwn(
  origin: string,
  host: string | undefined,
  isSecure: boolean,
  { publicUrl, corsOrigins }: OwnOrigins,
): boolean {
  if (origin === 'null') return false;
  if (origin !== '*' && corsOrigins.includes(origin)) return true;
  if (origin === originOf(publicUrl)) return true;
  return host !== undefined && origin === originOf(`${isSecure ? 'https' : 'http'}://${host}`);
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.origin ?? 'null');
}
