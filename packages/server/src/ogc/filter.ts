import { type Expression, FILTER_LANGUAGES, FilterError, mapGeometries, parseFilter } from '@meridian/filter';
import { boxArea, CRS84, type Crs, type FeatureTest, fromCrs, invalid, testsOf } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { filter } from '../parameters/cql2.ts';
import { choice, parameters } from '../parameters/parameter.ts';
import { filterCrs } from './crs.ts';

/** The name that CQL2 text had in drafts: GDAL until 3.8 knows no other. */
const DRAFT_NAME = 'cql-text';
const LANGUAGES = [...FILTER_LANGUAGES, DRAFT_NAME] as const;

const filterLang = choice({
  name: 'filter-lang',
  description: 'How `filter` is written; `cql-text` is an older name of `cql2-text`.',
  choices: LANGUAGES,
  byDefault: 'cql2-text',
});

/** The conditions of `filter`, with its geometries in longitude and latitude; none without it. */
export const ogcFilter = parameters(
  [filter, ...filterLang.documented, ...filterCrs.documented],
  readOgcFilter,
);

function readOgcFilter(query: QueryString): FeatureTest[] {
  const language = filterLang.read(query);
  const crs = filterCrs.read(query);
  const text = query.one(filter.name);
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
