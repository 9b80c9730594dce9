import type { ReadTicket } from '@meridian/hub';
import { cachedOrComputed } from '../http/cached-response.ts';
import { cacheControlOf, etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { aggregateTerms, readAggregation } from '../parameters/aggregate.ts';
import { anyArea } from '../parameters/any-area.ts';
import { filters } from '../parameters/filters.ts';
import { type AreaFound, areaAroundCentre } from '../parameters/reference.ts';
import { atVersion, version } from '../parameters/version.ts';
import { clientId, skipCache } from '../parameters/view.ts';
import { aggregateResponse, referencedSpaces } from './aggregate.response.ts';

export const getAggregate = operation({
  name: 'getAggregate',
  method: 'GET',
  path: '/hub/spaces/{space_id}/aggregate',
  summary: 'Group features and count, sum and compare them',
  description: 'While a response has a `handle`, there are more groups: ask again with it.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { version, terms: aggregateTerms, filter: filters, where: anyArea, skipCache, clientId },
  responses: { 200: { description: 'The groups', content: { 'application/json': refs.aggregate } } },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, terms, filter, where, skipCache } = read();
    const at = await atVersion(version, space, context.ticket);
    const spaces = referencedSpaces(context);
    const asked = { ...readAggregation(terms, spaces.spaceOf), filter };
    const around: AreaFound | undefined =
      where && 'centre' in where ? await areaAroundCentre(context, where.centre, where.radius) : where;
    if (around?.space) spaces.add(around.space);
    const also = await spaces.etagPart();
    const etag = etagOf(context, space.info, await space.content(), { ...at, also });
    const query = { ...asked, ...(around ? { area: around.area } : {}), ...at };
    const compute = (options: ReadTicket) => aggregateResponse(space.aggregate(query, options));
    const respond = () => cachedOrComputed(context, etag, compute, skipCache);
    return unlessKnown(context, etag, respond, cacheControlOf(space.info));
  },
});
