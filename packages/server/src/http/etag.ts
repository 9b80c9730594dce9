import type { ContentState, Space } from '@meridian/hub';
import type { Context } from './context.ts';
import { empty, type Response } from './response/response.ts';

/** A copy may be cached but must be checked: a read never shows what a write has replaced. */
const PRIVATE = 'private, no-cache';
/** So it is with what everybody may read, but for the copies of proxies: checking with us, they ask for the right too. */
const SHARED = 'public, no-cache';

/** Who may keep copies of what is read in a space, and for how long if its owner said so. */
export function cacheControlOf({ shared, cacheTTL }: Pick<Space, 'shared' | 'cacheTTL'>): string {
  if (cacheTTL >= 1000) return `private, max-age=${Math.floor(cacheTTL / 1000)}`;
  return shared ? SHARED : PRIVATE;
}

export type EtagParts = {
  /** That is read where it is not the present one. It may be unknown, so that no other tag may stand for it. */
  version?: number;
  /** Begins with a minus sign. */
  also?: string;
};

/**
 * Changes with the content of a space, with its being created again, with what the dialect does to responses, and with those
 * other things that a response depends on.
 */
export function etagOf(
  context: Context,
  { serial }: Pick<Space, 'serial'>,
  { version }: ContentState,
  { version: at, also = '' }: EtagParts = {},
): string {
  const past = at === undefined ? '' : `-v${at.toString(36)}`;
  return `"${serial.toString(36)}-${version.toString(36)}${past}${also}${context.dialect.coordinates === 'datahub' ? '-d' : ''}"`;
}

/** 304 where the client has this state already, otherwise what `respond` gives, marked with it. */
export function unlessKnown(
  context: Context,
  etag: string,
  response: () => Response | Promise<Response>,
  cacheControl = PRIVATE,
): Response | Promise<Response> {
  const known = context.request.headers['if-none-match'];
  const result = known !== undefined && isKnown(known, etag) ? empty(304) : response();
  const marked = (made: Response): Response => {
    // Not of this state, but on the way to it.
    if (made.headers['Cache-Control'] === 'no-store') return made;
    made.headers.ETag = etag;
    made.headers['Cache-Control'] = cacheControl;
    return made;
  };
  return result instanceof Promise ? result.then(marked) : marked(result);
}

/** Content codings add their name to the tag; the unquoted form is accepted too. */
export function isKnown(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = etag.slice(1, -1);
  return header.split(',').some(
    (candidate) =>
      candidate
        .trim()
        .replace(/^W\//, '')
        .replaceAll('"', '')
        .replace(/\+(gzip|br|zstd|deflate)$/, '') === bare,
  );
}
