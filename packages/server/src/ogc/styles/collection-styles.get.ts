import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { jsonResponse } from '../document.response.ts';
import { jsonOnly } from '../format.ts';
import { Addresses, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { nameOf } from './style.document.ts';
import { styleEntry } from './style.links.ts';

export const getOgcCollectionStyles = operation({
  name: 'getOgcCollectionStyles',
  method: 'GET',
  path: '/ogc/collections/{space_id}/styles',
  summary: 'The style of a collection',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: { f: jsonOnly },
  isStrict: true,
  responses: { 200: { description: 'The one style', content: { [TYPES.json]: ogcRefs.styles } } },
  handle(context, read) {
    const space = context.openSpace();
    read();
    const addresses = new Addresses(context);
    const { id } = space.info;
    const href = addresses.collection(id, '/styles');
    return jsonResponse(context, {
      default: id,
      styles: [styleEntry(addresses, id, nameOf(space))],
      links: [{ rel: 'self', type: TYPES.json, title: 'This document', href }],
    });
  },
});
