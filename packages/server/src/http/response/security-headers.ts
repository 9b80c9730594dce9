import type { Headers } from './response.ts';

/** A year, as browsers' preload lists ask for; for this name only. */
const HSTS = 'max-age=31536000';

/** For every response. HSTS only where we encrypt ourselves: what a proxy promises is the proxy's business. */
export function secure(headers: Headers, isEncrypted: boolean): void {
  headers['X-Content-Type-Options'] = 'nosniff';
  if (isEncrypted) headers['Strict-Transport-Security'] = HSTS;
}

/**
 * For our own pages: they load and send nothing but to this server, run no inline script, and are shown in no frame.
 */
export const PAGE_HEADERS: Readonly<Headers> = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

type StudioHeaders = {
  /** For the studio: maps are drawn by workers, and pictures are made in the page. */
  page: Readonly<Headers>;
  /** For its page that shows a space: any page may have it in a frame, for there is nothing to click on but the map. */
  embed: Readonly<Headers>;
  /** For a published map, which uses no session: any site may show it in a frame. Its address is a secret. */
  map: Readonly<Headers>;
  /** For its worker that reads files: some formats are read by WebAssembly. The page itself runs none. */
  fileWorker: Readonly<Headers>;
};

/** Data and pictures, and nothing else, may come from the origins that the operator lets base maps come from. */
export function studioHeaders(mapOrigins: readonly string[]): StudioHeaders {
  const own = `${PAGE_HEADERS['Content-Security-Policy']}; worker-src 'self'`;
  const from = ["'self'", ...mapOrigins].join(' ');
  const policy = `${own}; img-src ${from} data: blob:; connect-src ${from}`;
  const { 'X-Frame-Options': _, ...framed } = PAGE_HEADERS;
  return {
    // Editors show notebooks under schemes of their own, which `frame-ancestors *` would not match.
    embed: { ...framed, 'Content-Security-Policy': policy.replace(" frame-ancestors 'none';", '') },
    map: {
      ...framed,
      'Content-Security-Policy': policy.replace(" frame-ancestors 'none';", ''),
      'Referrer-Policy': 'no-referrer',
    },
    page: { ...PAGE_HEADERS, 'Content-Security-Policy': policy },
    fileWorker: {
      ...PAGE_HEADERS,
      'Content-Security-Policy': `${own}; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'`,
    },
  };
}
