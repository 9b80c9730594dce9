import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { readAggregation } from '../parameters/aggregate.ts';
import { readAggregateBody } from '../parameters/aggregate-body.ts';
import { clientId } from '../parameters/documented.ts';
import { refuseVersion } from '../parameters/version.ts';
import { aggregateResponse, referencedSpaces } from './aggregate.response.ts';

export const postAggregate: Operation = {
  name: 'postAggregate',
  method: 'POST',
  path: '/hub/spaces/{space_id}/aggregate',
  summary: 'Group features and count, sum and compare them, as a body says',
  description: 'The same as with GET, for questions that are too long for a URL or look in a geometry.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [clientId],
  body: {
    description: 'What to group by, what to compute, and which features.',
    content: { 'application/json': refs.aggregateInput },
  },
  responses: { 200: { description: 'The groups', content: { 'application/json': refs.aggregate } } },
  async handle(context) {
    const space = context.openForReading();
    refuseVersion(context.query);
    const { terms, tests, tags, area } = readAggregateBody(await context.document());
    const { spaceOf } = referencedSpaces(context);
    const query = { ...readAggregation(terms, spaceOf), filter: { tests, tags }, ...(area ? { area } : {}) };
    return aggregateResponse(space.aggregate(query, context.readOptions));
  },
};
