import { queryOf } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { collectionDocument } from './collection.document.ts';
import { documentResponse } from './document.response.ts';
import { f, readFormat } from './format.ts';
import { collectionPage } from './html/collection.page.ts';
import { Addresses, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { propertiesOf } from './space-types.ts';
import { refuseUnknown } from './unknown-parameters.ts';

const PARAMETERS = [f];

export const getOgcCollection: Operation = {
  name: 'getOgcCollection',
  method: 'GET',
  path: '/ogc/collections/{space_id}',
  summary: 'A collection: what it is, where it is, how to read it',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: PARAMETERS,
  responses: {
    200: {
      description: 'The collection',
      content: { [TYPES.json]: ogcRefs.collection, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context) {
    const space = context.openSpace();
    refuseUnknown(queryOf(context), PARAMETERS);
    const format = readFormat(context);
    const addresses = new Addresses(context);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    const time = await context.service.statistics.timeExtentOf(space, context.readOptions);
    const document = collectionDocument(addresses, format, space.info, statistics, time);
    return documentResponse(context, format, document, () =>
      collectionPage(addresses, document, statistics, propertiesOf(statistics)),
    );
  },
};
