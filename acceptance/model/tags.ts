/** Marks of Latin, Greek and Cyrillic letters; those of other scripts are part of the letter: が, 가, कि. */
const ACCENTS = /[\u0300-\u036f]/g;
const KEEPS_CASE = /^(~|ref_|sourceID_)/;

export function normaliseTag(tag: string): string {
  if (tag.startsWith('@')) return tag;
  const plain = tag.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return KEEPS_CASE.test(plain) ? plain : plain.toLowerCase();
}

export function normaliseTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(normaliseTag))];
}

/** Any of the alternatives, each a list of tags that must all be there. */
export type TagFilter = readonly (readonly string[])[];

export function hasTags(tags: readonly string[], filter: TagFilter): boolean {
  return filter.length === 0 || filter.some((all) => all.every((tag) => tags.includes(normaliseTag(tag))));
}

/** `a+b,c` – the raw plus means AND, so a plus that belongs to a tag is sent encoded. */
export function spellTags(filter: TagFilter): string {
  return filter.map((all) => all.map(encodeURIComponent).join('+')).join(',');
}
