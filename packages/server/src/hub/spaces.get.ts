import { invalid, type SpaceListQuery } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { json, type Response } from '../http/response/response.ts';
import { ANY_RIGHT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clientId } from '../parameters/documented.ts';
import { splitTest } from '../parameters/property-search.ts';
import { readBoolean, readHandle, readInteger } from '../parameters/values.ts';

const MAX_SPACES = 100_000;

export const listSpaces: Operation = {
  name: 'listSpaces',
  method: 'GET',
  path: '/hub/spaces',
  summary: 'List spaces',
  tag: 'spaces',
  access: 'token',
  right: ANY_RIGHT,
  query: [
    {
      name: 'owner',
      description: 'Whose spaces: `me`, `others`, `*` for all, or an account id.',
      schema: { type: 'string', default: 'me' },
    },
    {
      name: 'includeRights',
      description: 'Add to each space the rights the token has on it.',
      schema: { type: 'boolean', default: false },
    },
    { name: 'tag', description: 'Only spaces with this tag.', schema: { type: 'string' } },
    {
      name: 'contentUpdatedAt',
      description:
        'Only spaces whose features changed then (epoch ms); takes the operators of property search.',
      schema: { type: 'string' },
    },
    {
      name: 'limit',
      description: 'The most spaces to return; a `Link` header leads to the next page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_SPACES },
    },
    { name: 'handle', description: 'Where to go on, from that `Link`.', schema: { type: 'string' } },
    clientId,
  ],
  responses: {
    200: { description: 'The spaces', content: { 'application/json': { type: 'array', items: refs.space } } },
  },
  async handle(context) {
    context.refuseMisplaced();
    const query = readListQuery(context.query);
    const { spaces, next } = await context.hub.spaces.list(context.caller, query);
    const response = json(200, spaces);
    if (next !== undefined) addNextLink(response, context, next);
    return response;
  },
};

function readListQuery(query: QueryString): SpaceListQuery {
  return {
    owner: query.one('owner') || 'me',
    includeRights: readBoolean(query, 'includeRights', 'include_rights') ?? false,
    tag: query.one('tag'),
    contentUpdatedAt: readTimes(query),
    limit: readInteger(query, 'limit', 1, MAX_SPACES),
    after: readHandle(query),
  };
}

const TIME_TEST = /^contentUpdatedAt(?![A-Za-z0-9_.])/;

function readTimes(query: QueryString): SpaceListQuery['contentUpdatedAt'] {
  return query.pairs
    .filter(({ name }) => TIME_TEST.test(name))
    .map((pair) => {
      const { comparison, values } = splitTest(pair);
      const operands = values.map((value) => (/^\d{1,15}$/.test(value) ? Number(value) : value));
      // A list whose commas are encoded is one value, which no time is equal to.
      if (comparison === 'contains' || values.some((value) => !/^\d+(,\d+)*$/.test(value)))
        throw invalid(
          'contentUpdatedAt must be compared with a time in epoch milliseconds, such as contentUpdatedAt>=1700000000000',
        );
      return { comparison, operands };
    });
}

function addNextLink(response: Response, { query, basePath }: Context, next: number): void {
  const retained = query.pairs
    .filter(({ name }) => name !== 'handle' && name !== 'access_token')
    .map(({ raw }) => raw);
  response.headers.Link = `<${basePath}/hub/spaces?${[...retained, `handle=${next}`].join('&')}>; rel="next"`;
}
