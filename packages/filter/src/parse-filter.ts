import { checkFilter, checkSize } from './check-filter.ts';
import type { Expression } from './expression.ts';
import { FilterError } from './filter-error.ts';
import { readJson } from './json/read-json.ts';
import { parseText } from './text/parse-text.ts';

/** The two ways to write CQL2, by the names that OGC API has for them. */
export const FILTER_LANGUAGES = ['cql2-text', 'cql2-json'] as const;
export type FilterLanguage = (typeof FILTER_LANGUAGES)[number];

/** What turns coordinates of literals into WGS 84, where a filter has them in another system. */
export type ToWgs84 = (expression: Expression) => Expression;

/** Reads and checks a filter; throws a FilterError that says what is wrong with it. */
export function parseFilter(text: string, language: FilterLanguage, toWgs84?: ToWgs84): Expression {
  const expression = checkSize(language === 'cql2-text' ? parseText(text) : readJson(parseJson(text)));
  return checkFilter(toWgs84 === undefined ? expression : toWgs84(expression));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FilterError(`the filter is not valid JSON: ${(error as Error).message}`);
  }
}
