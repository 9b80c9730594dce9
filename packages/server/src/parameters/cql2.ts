import { FILTER_LANGUAGES, FilterError, type FilterLanguage, parseFilter } from '@meridian/filter';
import { type FeatureTest, invalid, testsOf } from '@meridian/hub';
import type { QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { parameters } from './parameter.ts';

export const filter: QueryParameter = {
  name: 'filter',
  description:
    "Only features for which this CQL2 condition is true: `population > 1000000 AND name LIKE 'B%'`, `S_INTERSECTS(geometry, BBOX(5,45,15,55))`. Properties are named as they are, nested ones `address.city`; `id` and `geometry` are those of the feature.",
  schema: { type: 'string', examples: ["population > 1000000 AND name LIKE 'B%'"] },
};

export const filterLang: QueryParameter = {
  name: 'filter-lang',
  description: 'How `filter` is written.',
  schema: { type: 'string', enum: [...FILTER_LANGUAGES], default: 'cql2-text' },
};

/** The same as one value, for calls that take no other conditions. */
export const cql2 = parameters([filter, filterLang], readCql2);

/** The conditions of the parameter `filter`; none without it. */
export function readCql2(query: QueryString): FeatureTest[] {
  const language = readLanguage(query.one(filterLang.name));
  const text = query.one(filter.name);
  if (text === undefined) return [];
  try {
    return testsOf(parseFilter(text, language));
  } catch (error) {
    throw error instanceof FilterError ? invalid(`filter: ${error.message}`) : error;
  }
}

function readLanguage(value = 'cql2-text'): FilterLanguage {
  const language = FILTER_LANGUAGES.find((known) => known === value);
  if (language === undefined)
    throw invalid(`filter-lang must be one of ${FILTER_LANGUAGES.join(', ')}, not ${JSON.stringify(value)}`);
  return language;
}
