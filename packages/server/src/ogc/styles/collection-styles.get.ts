import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { anyDocumentResponse } from '../document.response.ts';
import { type DocumentFormat, f, formatOf } from '../format.ts';
import { collectionCrumb, collectionsCrumb } from '../html/layout.ts';
import { Addresses, selfLinks, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { nameOf } from './style.document.ts';
import { collectionStylePath, styleEntry } from './style.links.ts';

export const getOgcCollectionStyles = operation({
  name: 'getOgcCollectionStyles',
  method: 'GET',
  path: '/ogc/collections/{space_id}/styles',
  summary: 'The style of a collection',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The one style',
      content: { [TYPES.json]: ogcRefs.styles, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const space = context.openSpace();
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const { id } = space.info;
    const address = (form: DocumentFormat) => addresses.collection(id, '/styles', { f: form });
    return anyDocumentResponse(context, addresses, format, {
      title: `Style of ${nameOf(space)}`,
      above: [collectionsCrumb(addresses), collectionCrumb(addresses, space.info)],
      document: {
        default: id,
        styles: [styleEntry(addresses, id, nameOf(space), collectionStylePath(id))],
        links: selfLinks(format, address),
      },
      address,
    });
  },
});
