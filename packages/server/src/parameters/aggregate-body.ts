import { FilterError, parseFilter } from '@meridian/filter';
import {
  type Area,
  type FeatureTest,
  invalid,
  isObject,
  type JsonObject,
  normalizeTags,
  readShape,
  type TagFilter,
  testsOf,
} from '@meridian/hub';
import { type AggregateTerms, DEFAULT_PAGE, MAX_PAGE } from './aggregate.ts';
import { boxesOf } from './box.ts';
import { MAX_RADIUS } from './reference.ts';
import { textTestOf } from './text-search.ts';

/** The members that a body can have. */
const MEMBERS = [
  'groupBy',
  'measures',
  'sort',
  'limit',
  'handle',
  'timeZone',
  'filter',
  'tags',
  'q',
  'qProperties',
  'bbox',
  'area',
  'radius',
] as const;
type Member = (typeof MEMBERS)[number];

/** An aggregate that came as a JSON body, read as far as it stands for itself. */
export type AggregateBody = { terms: AggregateTerms; tests: FeatureTest[]; tags: TagFilter; area?: Area };

export function readAggregateBody(document: unknown): AggregateBody {
  if (!isObject(document))
    throw invalid('the request body must be a JSON object such as {"groupBy": ["country"]}');
  for (const name of Object.keys(document))
    if (!MEMBERS.includes(name as Member))
      throw invalid(`${name} is no member of an aggregate; these are: ${MEMBERS.join(', ')}`);
  const area = readArea(document);
  return {
    terms: {
      groupBy: texts(document, 'groupBy'),
      measures: texts(document, 'measures'),
      sort: texts(document, 'sort'),
      limit: readLimit(document.limit),
      timeZone: text(document, 'timeZone') ?? 'UTC',
      handle: text(document, 'handle'),
    },
    tests: [...readConditions(document.filter), ...readWords(document)],
    tags: texts(document, 'tags').map((all) => normalizeTags(all.split('+'), 'tags')),
    ...(area ? { area } : {}),
  };
}

function texts(document: JsonObject, name: Member): string[] {
  const value = document[name] ?? [];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string' && entry.trim() !== ''))
    throw invalid(`${name} must be a list of texts`);
  return value.map((entry: string) => entry.trim());
}

function text(document: JsonObject, name: Member): string | undefined {
  const value = document[name];
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text`);
  return value;
}

function readLimit(value: unknown = DEFAULT_PAGE): number {
  if (!Number.isInteger(value) || !((value as number) >= 1 && (value as number) <= MAX_PAGE))
    throw invalid(`limit must be a whole number from 1 to ${MAX_PAGE}, not ${JSON.stringify(value)}`);
  return value as number;
}

/** A text is CQL2 text, an object CQL2 JSON. */
function readConditions(filter: unknown): FeatureTest[] {
  if (filter === undefined) return [];
  try {
    if (typeof filter === 'string') return testsOf(parseFilter(filter, 'cql2-text'));
    if (isObject(filter)) return testsOf(parseFilter(JSON.stringify(filter), 'cql2-json'));
  } catch (error) {
    throw error instanceof FilterError ? invalid(`filter: ${error.message}`) : error;
  }
  throw invalid('filter must be CQL2: a text, or an object');
}

function readWords(document: JsonObject): FeatureTest[] {
  const words = text(document, 'q');
  const names = texts(document, 'qProperties');
  if (words === undefined && names.length > 0) throw invalid('qProperties says where q looks: send both');
  return words === undefined ? [] : [textTestOf(words, names)];
}

function readArea({ bbox, area, radius }: JsonObject): Area | undefined {
  if (bbox !== undefined && area !== undefined)
    throw invalid('where to look is said in two ways: send bbox or area');
  if (radius !== undefined && area === undefined)
    throw invalid('radius needs an area around which it reaches');
  if (bbox !== undefined) return { boxes: boxesOf(readEdges(bbox)) };
  if (area === undefined) return undefined;
  if (radius !== undefined && !(typeof radius === 'number' && radius >= 0 && radius <= MAX_RADIUS))
    throw invalid(`radius must be a number from 0 to ${MAX_RADIUS}, not ${JSON.stringify(radius)}`);
  return { shape: readShape(area), radius: radius ?? 0 };
}

function readEdges(bbox: unknown): [west: number, south: number, east: number, north: number] {
  const isBox =
    Array.isArray(bbox) &&
    bbox.length === 4 &&
    bbox.every((edge, i) => typeof edge === 'number' && Math.abs(edge) <= (i % 2 === 0 ? 180 : 90));
  if (!isBox) throw invalid('bbox must be [west, south, east, north] in degrees');
  return bbox as [number, number, number, number];
}
