import type { QueryParameter } from '../http/operation.ts';
import { filter, filterLang } from './cql2.ts';
import { MAX_PROPERTY_TESTS } from './property-search.ts';
import { q, qProperties } from './text-search.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './values.ts';

/** The query parameters of the interface, each described once. */
const string = { type: 'string' };
const boolean = { type: 'boolean', default: false };
const strings = { type: 'array', items: string };

export const clientId: QueryParameter = {
  name: 'clientId',
  description: 'Names the calling client.',
  schema: string,
};

export const force2D: QueryParameter = {
  name: 'force2D',
  description: 'Give x and y only, without z.',
  schema: boolean,
};

export const skipCache: QueryParameter = {
  name: 'skipCache',
  description: 'Do not answer from a cache.',
  schema: boolean,
};

export const limit: QueryParameter = {
  name: 'limit',
  description: 'The most features to return.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
};

export const tags: QueryParameter = {
  name: 'tags',
  description: 'Only features with these tags: a comma means or, a plus sign means and (`a,b+c`).',
  schema: strings,
  list: true,
};

export const selection: QueryParameter = {
  name: 'selection',
  description:
    'The members to return: `p.name` for a property, a bare name for a root member or property, `*` for all.',
  schema: strings,
  list: true,
};

export const propertySearch: QueryParameter = {
  name: 'p.{name}',
  description: `Only features whose property compares so: \`p.height>=100\`, \`p.kind=park,garden\` (or), \`p.name!=.null\`. Operators: = != > >= < <= =gt= =gte= =lt= =lte= =cs= (contains). \`f.id\`, \`f.createdAt\`, \`f.updatedAt\`, \`f.tags\`, \`f.geometry.type\` look at the feature itself. At most ${MAX_PROPERTY_TESTS} of them in a request.`,
  schema: string,
};

export const featureIds: QueryParameter = {
  name: 'id',
  description: 'Feature ids; repeat the parameter or separate by commas.',
  schema: { ...strings, examples: [['berlin', 'paris']] },
  list: true,
};

export const handle: QueryParameter = {
  name: 'handle',
  description: 'Where to go on: the `handle` of the page before.',
  schema: string,
};

export const sort: QueryParameter = {
  name: 'sort',
  description: 'Order by property values instead of insertion: `p.name:asc,p.height:desc`.',
  schema: strings,
  list: true,
};

export const part: QueryParameter = {
  name: 'part',
  description: 'Only the i-th of n disjoint parts of the space (`1,4` … `4,4`), for reading it in parallel.',
  schema: { type: 'string', pattern: '^\\d+,\\d+$' },
};

export const version: QueryParameter = {
  name: 'version',
  description: 'Features as they were in this version of the space, which must keep its history.',
  schema: { type: 'integer', minimum: 1 },
};

export const prefixId: QueryParameter = {
  name: 'prefixId',
  description: 'Put before every feature id, that of the path too.',
  schema: { type: 'string' },
};

export const addTags: QueryParameter = {
  name: 'addTags',
  description: 'Tags to add to every written feature.',
  schema: strings,
  list: true,
};

export const removeTags: QueryParameter = {
  name: 'removeTags',
  description: 'Tags to remove from every written feature.',
  schema: strings,
  list: true,
};

/** Taken by every call that reads features by a query. */
export const filters: readonly QueryParameter[] = [tags, propertySearch, filter, filterLang, q, qProperties];
export const views: readonly QueryParameter[] = [selection, force2D, skipCache, clientId];
