import type { ContentState, SpaceRecord } from '@meridian/hub';
import { type Answer, empty } from './answer.ts';
import type { Context } from './context.ts';

/** A client's copy may be kept but must be checked: a read never shows what a write has replaced. */
const CACHE_CONTROL = 'private, no-cache';

/** Changes with the content of a space, with its being made anew, and with what the dialect does to answers. */
export function etagOf(context: Context, { serial }: SpaceRecord, { version }: ContentState): string {
  return `"${serial.toString(36)}-${version.toString(36)}${context.dialect.coordinates === 'datahub' ? '-d' : ''}"`;
}

/** 304 where the client has this state already, otherwise what `answer` gives, marked with it. */
export function unlessKnown(
  context: Context,
  etag: string,
  answer: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const known = context.request.headers['if-none-match'];
  const result = known !== undefined && isKnown(known, etag) ? empty(304) : answer();
  return result instanceof Promise ? result.then((late) => marked(late, etag)) : marked(result, etag);
}

function marked(answer: Answer, etag: string): Answer {
  answer.headers.ETag = etag;
  answer.headers['Cache-Control'] = CACHE_CONTROL;
  return answer;
}

/** Content codings add their name to the tag; the unquoted form is accepted too. */
function isKnown(header: string, etag: string): boolean {
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
