import { invalid, type TextTest, wordsOf } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';

const MAX_WORDS = 20;
const MAX_CHARS = 1000;

export const q: QueryParameter = {
  name: 'q',
  description: `Only features in whose properties each of these words begins a word, whatever case and accents: \`lac anne\` finds "Lac d'Annecy", \`aero\` finds "Ærø". At most ${MAX_WORDS} words. \`search\` gives the best matches first.`,
  schema: { type: 'string', examples: ['lac anne'] },
};

export const qProperties: QueryParameter = {
  name: 'q-properties',
  description: 'The properties in which `q` looks, such as `name,address.city`; by default all.',
  schema: { type: 'array', items: { type: 'string' } },
  list: true,
};

/** The words to look for; undefined without `q`. */
export function readTextTest(query: QueryString): TextTest | undefined {
  const text = query.one(q.name);
  const names = query.list(qProperties.name);
  if (text === undefined && names) throw invalid(`${qProperties.name} says where ${q.name} looks: send both`);
  return text === undefined ? undefined : textTestOf(text, names);
}

/** Of a text and, where it looks only there, the names of properties. */
export function textTestOf(text: string, names: readonly string[] | undefined): TextTest {
  if (text.length > MAX_CHARS)
    throw invalid(`${q.name} can have at most ${MAX_CHARS} characters, not ${text.length}`);
  const words = wordsOf(text);
  if (words.length === 0 || words.length > MAX_WORDS)
    throw invalid(`${q.name} must have 1 to ${MAX_WORDS} words, not ${words.length}`);
  const paths = names?.map((name) => {
    const path = name.replace(/^p\./, '').split('.');
    if (path.includes(''))
      throw invalid(
        `${qProperties.name}: ${JSON.stringify(name)} names no property such as name or address.city`,
      );
    return path;
  });
  return { root: 'text', words, ...(paths && paths.length > 0 ? { paths } : {}) };
}
