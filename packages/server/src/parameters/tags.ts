import { invalid, normalizeTags, type TagFilter } from '@meridian/hub';
import type { Parameter, QueryParameter } from '../http/parameter.ts';
import { type QueryString, refuseMany } from '../http/request/query-string.ts';
import { decodePart } from '../http/request/target.ts';
import { parameter } from './parameter.ts';

const strings = { type: 'array', items: { type: 'string' } };

/** Tags that one feature can be asked to have at once. */
const MAX_TAGS_TOGETHER = 100;

/** `a,b` is OR, a raw `+` is AND. Nothing to filter by = undefined. */
export function readTagFilter(query: QueryString): TagFilter | undefined {
  const alternatives = query
    .all('tags')
    .flatMap(({ rawValue }) => readAlternatives(rawValue))
    .map((all) => all.filter((tag) => tag !== ''))
    .filter((all) => all.length > 0);
  return alternatives.length > 0 ? tagFilterOf(alternatives) : undefined;
}

/** Split at each raw `+` before it is decoded: an encoded one is part of a tag, an encoded comma is not. */
function readAlternatives(raw: string): string[][] {
  const alternatives: string[][] = [[]];
  for (const part of raw.split('+')) {
    const [first, ...others] = decodePart(part, 'tags').split(',');
    alternatives.at(-1)!.push(first!);
    for (const tag of others) alternatives.push([tag]);
  }
  return alternatives;
}

/** Of alternatives, each of which has the tags that must all be there. */
export function tagFilterOf(alternatives: readonly string[][]): TagFilter {
  refuseMany('tags', alternatives.length);
  if (alternatives.some((all) => all.length > MAX_TAGS_TOGETHER))
    throw invalid(`tags: at most ${MAX_TAGS_TOGETHER} tags can be joined by +`);
  return alternatives.map((all) => normalizeTags(all, 'tags'));
}

/** As the filters and deletes that take it show it. */
export const documentedTags: QueryParameter = {
  name: 'tags',
  description: 'Only features with these tags: a comma means or, a plus sign means and (`a,b+c`).',
  schema: strings,
  list: true,
};

export const addTags = tagList('addTags', 'Tags to add to every written feature.');
export const removeTags = tagList('removeTags', 'Tags to remove from every written feature.');

/** Tags to add or remove at write time. */
function tagList(name: string, description: string): Parameter<string[]> {
  return parameter({ name, description, schema: strings, list: true }, (query) =>
    normalizeTags(query.list(name) ?? [], name),
  );
}
