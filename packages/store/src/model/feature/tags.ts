import { invalid } from '../fault.ts';
import type { TagFilter } from '../query/query.ts';

const KEEPS_CASE = /^(~|ref_|sourceID_)/;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
/** As many as in the Stream-Safe Text Format of Unicode; no language has more. */
const MAX_MARKS = 30;
const LONG_RUN_OF_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const ASCII_LOWER = /^[a-z0-9_-]*$/;

/** Whether it is a tag in which there is nothing to normalise and nothing wrong. */
export function isStoredAsItIs(tag: string): boolean {
  return tag !== '' && ASCII_LOWER.test(tag);
}

/**
 * The form in which a tag is stored and looked for: `Café` → `cafe`, `@Keep` → `@Keep`, `ref_A1` → `ref_A1`.
 */
export function normalizeTag(tag: string): string {
  if (ASCII_LOWER.test(tag) || tag.startsWith('@')) return tag;
  // Sorting a run of marks takes time that grows with its square: those that go anyway go first, the others are counted.
  const unmarked = tag.replace(COMBINING_MARKS, '');
  if (LONG_RUN_OF_MARKS.test(unmarked))
    throw invalid(`a tag must not have more than ${MAX_MARKS} combining marks in a row`);
  const plain = unmarked.normalize('NFD').replace(COMBINING_MARKS, '').normalize('NFC');
  return KEEPS_CASE.test(tag) ? plain : plain.toLowerCase();
}

/** Normalised, without repeats, in the order given. `where` names the source of a bad tag in the error. */
export function normalizeTags(tags: readonly unknown[], where: string): string[] {
  const seen = new Set<string>();
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i];
    if (typeof tag !== 'string') throw invalid(`${where}[${i}] must be a string`);
    if (tag === '') throw invalid(`${where}[${i}] must not be an empty tag`);
    if (tag.includes(',')) throw invalid(`${where}[${i}] must not contain a comma: "${tag}"`);
    if (!tag.isWellFormed()) throw invalid(`${where}[${i}] must be valid Unicode text`);
    const normalized = normalizeTag(tag);
    if (normalized === '') throw invalid(`${where}[${i}] is empty once normalised`);
    seen.add(normalized);
  }
  return [...seen];
}

/** Whether a feature has all tags of one of the filter's alternatives. */
export function hasTags(tags: readonly string[], filter: TagFilter): boolean {
  return filter.some((all) => all.every((tag) => tags.includes(tag)));
}
