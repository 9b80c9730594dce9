import type { ReadTicket } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { atVersion, version } from '../parameters/version.ts';
import { clientId } from '../parameters/view.ts';
import { explained } from './explained.ts';

export const countFeatures = operation({
  name: 'countFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/count',
  summary: 'Count the features of a space',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { version, filter: filters, clientId, explain },
  responses: {
    200: {
      description: 'The number of features',
      content: { 'application/json': { anyOf: [refs.count, refs.readPlan] } },
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, filter, explain } = read();
    const at = await atVersion(version, space, context.ticket);
    if (explain) return explained(context, space, { kind: 'count', query: { filter, ...at } });
    const etag = etagOf(context, space.info, await space.content(), at);
    const count = async (options: ReadTicket) => {
      const found = await space.count(filter, options, at?.version);
      return json(200, { type: 'CountResponse', count: found, estimated: false });
    };
    return unlessKnown(context, etag, () => coalesced(context, etag, count));
  },
});
