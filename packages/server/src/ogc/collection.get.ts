import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { collectionDocument } from './collection.document.ts';
import { documentResponse } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { collectionPage } from './html/collection.page.ts';
import { Addresses, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { propertiesOf } from './space-types.ts';

export const getOgcCollection = operation({
  name: 'getOgcCollection',
  method: 'GET',
  path: '/ogc/collections/{space_id}',
  summary: 'A collection: what it is, where it is, how to read it',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The collection',
      content: { [TYPES.json]: ogcRefs.collection, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context, read) {
    const space = context.openSpace();
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    const time = await context.service.statistics.timeExtentOf(space, context.readOptions);
    const document = collectionDocument(addresses, format, space.info, statistics, time);
    return documentResponse(context, format, document, () =>
      collectionPage(addresses, document, statistics, propertiesOf(statistics)),
    );
  },
});
