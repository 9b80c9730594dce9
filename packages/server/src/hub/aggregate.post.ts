import { invalid } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { readAggregation } from '../parameters/aggregate.ts';
import { readAggregateBody } from '../parameters/aggregate-body.ts';
import { filters } from '../parameters/filters.ts';
import { atVersion, version } from '../parameters/version.ts';
import { clientId } from '../parameters/view.ts';
import { aggregateResponse, referencedSpaces } from './aggregate.response.ts';

export const postAggregate = operation({
  name: 'postAggregate',
  method: 'POST',
  path: '/hub/spaces/{space_id}/aggregate',
  summary: 'Group features and count, sum and compare them, as a body says',
  description: 'The same as with GET, for questions that are too long for a URL or look in a geometry.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { version, filter: filters, clientId },
  body: {
    description: 'What to group by, what to compute, and which features.',
    content: { 'application/json': refs.aggregateInput },
    read: readAggregateBody,
  },
  responses: { 200: { description: 'The groups', content: { 'application/json': refs.aggregate } } },
  needsNoRoom: true,
  async handle(context, read, readBody) {
    const space = context.openForReading();
    const { version, filter: further } = read();
    const at = await atVersion(version, space, context.ticket);
    const { terms, tests, tags, area } = await readBody();
    const { spaceOf } = referencedSpaces(context);
    if (further.tags.length > 0 && tags.length > 0)
      throw invalid('tags are said twice: in the query and in the body');
    const filter = { tests: [...further.tests, ...tests], tags: [...further.tags, ...tags] };
    const query = { ...readAggregation(terms, spaceOf), filter, ...(area ? { area } : {}), ...at };
    return aggregateResponse(space.aggregate(query, context.readOptions));
  },
});
