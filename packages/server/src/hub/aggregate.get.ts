import type { ReadTicket } from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { aggregation, readAggregateTerms, readAggregation } from '../parameters/aggregate.ts';
import { anyArea, readAnyArea } from '../parameters/any-area.ts';
import { clientId, filters, skipCache } from '../parameters/documented.ts';
import { readFilter } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';
import { aggregateResponse, referencedSpaces } from './aggregate.response.ts';

export const getAggregate: Operation = {
  name: 'getAggregate',
  method: 'GET',
  path: '/hub/spaces/{space_id}/aggregate',
  summary: 'Group features and count, sum and compare them',
  description: 'While a response has a `handle`, there are more groups: ask again with it.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...aggregation, ...filters, ...anyArea, skipCache, clientId],
  responses: { 200: { description: 'The groups', content: { 'application/json': refs.aggregate } } },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const spaces = referencedSpaces(context);
    const asked = {
      ...readAggregation(readAggregateTerms(query), spaces.spaceOf),
      filter: readFilter(query),
    };
    const { area, space: referred } = await readAnyArea(context);
    if (referred) spaces.add(referred);
    const also = await spaces.etagPart();
    const etag = etagOf(context, space.info, await space.content(), { also });
    const read = (options: ReadTicket) =>
      aggregateResponse(space.aggregate({ ...asked, ...(area ? { area } : {}) }, options));
    return unlessKnown(
      context,
      etag,
      () => cachedOrComputed(context, etag, read),
      cacheControlOf(space.info),
    );
  },
};
