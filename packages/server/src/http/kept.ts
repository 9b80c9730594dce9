import { readBoolean } from '../parameters/values.ts';
import type { Answer } from './answer.ts';
import type { Context } from './context.ts';

const ACCESS_TOKEN = /(?<=[?&])access_token=[^&]*&?/g;

/**
 * The answer that is kept for this very request and state, or else the one that `make` gives, kept from then on. The
 * caller's right to read has been decided before. `etag` stands for everything the answer depends on besides the
 * request itself.
 */
export function keptOrMade(
  context: Context,
  etag: string,
  make: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const { keptAnswers } = context.service;
  if (readBoolean(context.query, 'skipCache')) return make();
  const { url, headers } = context.request;
  const key = `${etag} ${headers.accept ?? ''} ${url!.replace(ACCESS_TOKEN, '')}`;
  const body = keptAnswers.get(key);
  if (body) return { status: 200, headers: { 'Content-Type': body.type }, body };
  const keeping = (answer: Answer): Answer => {
    const type = answer.headers['Content-Type']!;
    answer.keep = {
      maxBytes: keptAnswers.maxBodyBytes,
      whole: (bytes) => keptAnswers.keep(key, type, bytes),
    };
    return answer;
  };
  const made = make();
  return made instanceof Promise ? made.then(keeping) : keeping(made);
}
