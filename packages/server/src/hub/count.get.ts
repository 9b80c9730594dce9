import type { ReadTicket } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clientId, filters } from '../parameters/documented.ts';
import { readFilter } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';

export const countFeatures: Operation = {
  name: 'countFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/count',
  summary: 'Count the features of a space',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...filters, clientId],
  responses: { 200: { description: 'The number of features', content: { 'application/json': refs.count } } },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const filter = readFilter(query);
    const etag = etagOf(context, space.info, await space.content());
    const count = async (options: ReadTicket) => {
      const found = await space.count(filter, options);
      return json(200, { type: 'CountResponse', count: found, estimated: false });
    };
    return unlessKnown(context, etag, () => coalesced(context, etag, count));
  },
};
