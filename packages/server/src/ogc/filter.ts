import { type Expression, FILTER_LANGUAGES, FilterError, mapGeometries, parseFilter } from '@meridian/filter';
import { boxArea, CRS84, type Crs, type FeatureTest, fromCrs, invalid, testsOf } from '@meridian/hub';
import type { QueryParameter } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readChoice } from '../parameters/values.ts';
import { readCrs } from './crs.ts';

export { filter } from '../parameters/cql2.ts';

/** The name that CQL2 text had in drafts: GDAL until 3.8 knows no other. */
const DRAFT_NAME = 'cql-text';
const LANGUAGES = [...FILTER_LANGUAGES, DRAFT_NAME] as const;

export const filterLang: QueryParameter = {
  name: 'filter-lang',
  description: 'How `filter` is written; `cql-text` is an older name of `cql2-text`.',
  schema: { type: 'string', enum: [...LANGUAGES], default: 'cql2-text' },
};

/** The conditions of `filter`, with its geometries in longitude and latitude; none without it. */
export function readOgcFilter(query: QueryString): FeatureTest[] {
  const language = readChoice(query, 'filter-lang', LANGUAGES) ?? 'cql2-text';
  const crs = readCrs(query, 'filter-crs');
  const text = query.one('filter');
  // A form sends a field that is left empty, too.
  if (text === undefined || text === '') return [];
  const toWgs84 = (filter: Expression) =>
    crs === CRS84 ? filter : mapGeometries(filter, (it) => inWgs84(it, crs));
  try {
    return testsOf(parseFilter(text, language === DRAFT_NAME ? 'cql2-text' : language, toWgs84));
  } catch (error) {
    throw error instanceof FilterError ? invalid(`filter: ${error.message}`) : error;
  }
}

function inWgs84(literal: Extract<Expression, { kind: 'geometry' | 'bbox' }>, crs: Crs): Expression {
  if (literal.kind === 'geometry') {
    const geometry = fromCrs(literal.geometry, crs);
    if (!geometry) throw new FilterError(`a geometry has coordinates that ${crs.uri} does not have`);
    return { kind: 'geometry', geometry };
  }
  const numbers = literal.bbox;
  const [minA, minB] = numbers as readonly [number, number];
  const [maxA, maxB] = numbers.slice(numbers.length / 2) as [number, number];
  const area = boxArea([minA, minB, maxA, maxB], crs);
  if (!area) throw new FilterError(`BBOX(${numbers.join(',')}) is not an area that ${crs.uri} can express`);
  return 'outline' in area
    ? { kind: 'geometry', geometry: area.outline }
    : { kind: 'bbox', bbox: area.edges };
}
