import { invalid, type SpaceListQuery } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { operation } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { json, type Response } from '../http/response/response.ts';
import { ANY_RIGHT } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { readHandle } from '../parameters/paging.ts';
import { boolean, integer, parameter, text } from '../parameters/parameter.ts';
import { splitTest } from '../parameters/property-search.ts';
import { clientId } from '../parameters/view.ts';

const MAX_SPACES = 100_000;
/** Of a link in a header: clients and proxies take 16 KiB of headers or less, while a query may be much longer. */
const MAX_LINK_CHARS = 8000;

export const listSpaces = operation({
  name: 'listSpaces',
  method: 'GET',
  path: '/hub/spaces',
  summary: 'List spaces',
  tag: 'spaces',
  access: 'token',
  right: ANY_RIGHT,
  query: {
    owner: parameter(
      {
        name: 'owner',
        description: 'Whose spaces: `me`, `others`, `*` for all, or an account id.',
        schema: { type: 'string', default: 'me' },
      },
      (query, name) => query.one(name) || 'me',
    ),
    includeRights: boolean({
      name: 'includeRights',
      also: ['include_rights'],
      description: 'Add to each space the rights the token has on it.',
    }),
    tag: text({ name: 'tag', description: 'Only spaces with this tag.' }),
    contentUpdatedAt: parameter(
      {
        name: 'contentUpdatedAt',
        description:
          'Only spaces whose features changed then (epoch ms); takes the operators of property search.',
        schema: { type: 'string' },
      },
      readTimes,
    ),
    limit: integer({
      name: 'limit',
      description: 'The most spaces to return; a `Link` header leads to the next page.',
      min: 1,
      max: MAX_SPACES,
    }),
    after: parameter(
      { name: 'handle', description: 'Where to go on, from that `Link`.', schema: { type: 'string' } },
      readHandle,
    ),
    clientId,
  },
  responses: {
    200: { description: 'The spaces', content: { 'application/json': { type: 'array', items: refs.space } } },
  },
  async handle(context, read) {
    context.refuseMisplaced();
    const { clientId: _, ...query } = read();
    const { spaces, next } = await context.hub.spaces.list(context.caller, query);
    const response = json(200, spaces);
    if (next !== undefined) addNextLink(response, context, next);
    return response;
  },
});

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

function addNextLink(response: Response, context: Context, next: number): void {
  const query = [...context.queryWithout('handle'), `handle=${next}`].join('&');
  if (query.length > MAX_LINK_CHARS)
    throw invalid(
      `the query is too long for a list in pages: it has ${query.length} characters, and the Link to the next page may have ${MAX_LINK_CHARS}. Leave out limit, or shorten the query`,
    );
  response.headers.Link = `<${context.basePath}/hub/spaces?${query}>; rel="next"`;
}
