import { createHash } from 'node:crypto';

const BYTES = 15;

/** Names a state of a feature by the text that is stored: what was written in between has another. */
export function featureHash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, BYTES).toString('base64url');
}
