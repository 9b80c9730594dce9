/** Which proxies are believed what they say about their clients: none, the last so many, or those at these addresses. */
export type TrustedProxies = false | number | readonly string[];

/** How proxies tell about their clients: `X-Forwarded-For` and `-Proto`, or `Forwarded` (RFC 7239). */
export const FORWARDED_HEADERS = ['x-forwarded', 'forwarded'] as const;
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number];
