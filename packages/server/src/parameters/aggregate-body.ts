import { FilterError, parseFilter } from '@meridian/filter';
import {
  type Area,
  type FeatureTest,
  invalid,
  isObject,
  type Member,
  type Members,
  type MemberValues,
  readMembers,
  readShape,
  type TagFilter,
  testsOf,
  textMember as text,
} from '@meridian/hub';
import { type AggregateTerms, DEFAULT_PAGE, MAX_PAGE } from './aggregate.ts';
import { boxesOf } from './box.ts';
import { MAX_RADIUS } from './reference.ts';
import { tagFilterOf } from './tags.ts';
import { textTestOf } from './text-search.ts';

const terms = (description: string, maxItems?: number): Member<string[]> => ({
  schema: {
    type: 'array',
    items: { type: 'string' },
    ...(maxItems === undefined ? {} : { maxItems }),
    description,
  },
  read: (value, name) => {
    const entries = readTerms(value, name);
    if (maxItems !== undefined && entries.length > maxItems)
      throw invalid(`${name} can have at most ${maxItems} entries, not ${entries.length}`);
    return entries;
  },
});

/** What a body can have: every member means what the parameter of that name means. */
export const AGGREGATE_MEMBERS = {
  groupBy: terms('What to group by: `country`, `month(founded)`, `h3(5)`, `bins(height,5)`, …', 5),
  measures: terms('What to compute: `sum(population)`, `quantile(population,0.9)`, …', 20),
  sort: terms('The order of the groups: `count:desc`, or a key or measure as it was asked for.', 26),
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE },
    read: readLimit,
  },
  handle: text('The `handle` of the page before.'),
  timeZone: { schema: { type: 'string', default: 'UTC' }, read: text('').read },
  filter: {
    schema: {
      oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
      description: 'CQL2, as a text or as JSON.',
    },
    read: readConditions,
  },
  tags: terms('Alternatives; tags that must all be there are joined by `+`.'),
  q: text('Words to look for.'),
  qProperties: terms('The properties in which `q` looks.', 100),
  bbox: {
    schema: {
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 4,
      description: 'West, south, east, north. Instead of `area`.',
    },
    read: readEdges,
  },
  area: {
    schema: {
      oneOf: [{ $ref: '#/components/schemas/Geometry' }, { $ref: '#/components/schemas/FeatureInput' }],
      description: 'Only features that meet this geometry, or come close to it.',
    },
    read: readShape,
  },
  radius: {
    schema: { type: 'number', minimum: 0, maximum: MAX_RADIUS, description: 'Metres around `area`.' },
    read: readRadius,
  },
} satisfies Members;

/** An aggregate that came as a JSON body, read as far as it stands for itself. */
export type AggregateBody = { terms: AggregateTerms; tests: FeatureTest[]; tags: TagFilter; area?: Area };

export function readAggregateBody(document: unknown): AggregateBody {
  if (!isObject(document))
    throw invalid('the request body must be a JSON object such as {"groupBy": ["country"]}');
  for (const name of Object.keys(document))
    if (!Object.hasOwn(AGGREGATE_MEMBERS, name))
      throw invalid(
        `${name} is no member of an aggregate; these are: ${Object.keys(AGGREGATE_MEMBERS).join(', ')}`,
      );
  const sent = readMembers(AGGREGATE_MEMBERS, document, { nulls: 'values' });
  const area = areaOf(sent);
  return {
    terms: {
      groupBy: sent.groupBy ?? [],
      measures: sent.measures ?? [],
      sort: sent.sort ?? [],
      limit: sent.limit ?? DEFAULT_PAGE,
      timeZone: sent.timeZone ?? 'UTC',
      handle: sent.handle,
    },
    tests: [...(sent.filter ?? []), ...wordTests(sent)],
    tags: tagFilterOf((sent.tags ?? []).map((all) => all.split('+'))),
    ...(area ? { area } : {}),
  };
}

type Sent = MemberValues<typeof AGGREGATE_MEMBERS>;

/** An empty list where it is null. */
function readTerms(value: unknown, name: string): string[] {
  const entries = value ?? [];
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string' && entry.trim() !== ''))
    throw invalid(`${name} must be a list of strings`);
  return entries.map((entry: string) => entry.trim());
}

function readLimit(value: unknown): number {
  if (!Number.isInteger(value) || !((value as number) >= 1 && (value as number) <= MAX_PAGE))
    throw invalid(`limit must be a whole number from 1 to ${MAX_PAGE}, not ${JSON.stringify(value)}`);
  return value as number;
}

/** A text is CQL2 text, an object CQL2 JSON. */
function readConditions(filter: unknown): FeatureTest[] {
  try {
    if (typeof filter === 'string') return testsOf(parseFilter(filter, 'cql2-text'));
    if (isObject(filter)) return testsOf(parseFilter(JSON.stringify(filter), 'cql2-json'));
  } catch (error) {
    throw error instanceof FilterError ? invalid(`filter: ${error.message}`) : error;
  }
  throw invalid('filter must be CQL2: a text, or an object');
}

function wordTests({ q, qProperties = [] }: Sent): FeatureTest[] {
  if (q === undefined && qProperties.length > 0) throw invalid('qProperties says where q looks: send both');
  return q === undefined ? [] : [textTestOf(q, qProperties)];
}

function areaOf({ bbox, area, radius }: Sent): Area | undefined {
  if (bbox !== undefined && area !== undefined)
    throw invalid('where to look is said in two ways: send bbox or area');
  if (radius !== undefined && area === undefined)
    throw invalid('radius needs an area around which it reaches');
  if (bbox !== undefined) return { boxes: boxesOf(bbox) };
  return area === undefined ? undefined : { shape: area, radius: radius ?? 0 };
}

function readRadius(radius: unknown): number {
  if (!(typeof radius === 'number' && radius >= 0 && radius <= MAX_RADIUS))
    throw invalid(`radius must be a number from 0 to ${MAX_RADIUS}, not ${JSON.stringify(radius)}`);
  return radius;
}

function readEdges(bbox: unknown): [west: number, south: number, east: number, north: number] {
  const isBox =
    Array.isArray(bbox) &&
    bbox.length === 4 &&
    bbox.every((edge, i) => typeof edge === 'number' && Math.abs(edge) <= (i % 2 === 0 ? 180 : 90));
  if (!isBox) throw invalid('bbox must be [west, south, east, north] in degrees');
  return bbox as [number, number, number, number];
}
