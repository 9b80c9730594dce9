import { featureHash } from '@meridian/hub';

/**
 * The ETag of a feature: of the state that is stored, and of what is made of it. Only the state is compared where
 * something is written.
 */
export function itemEtag(text: string, form: string): string {
  return `"${featureHash(text)}-${form}"`;
}

/** The hash, the form, and the content coding that responses add. */
const OURS = /^"([\w-]{20})-\w+(\+\w+)?"$/;

/** The states that `If-Match` names; undefined where it does not restrict them. Weak tags name none. */
export function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => OURS.exec(tag.trim())?.[1] ?? []);
}
