import { queryOf } from '../../http/context.ts';
import type { Operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { jsonResponse } from '../document.response.ts';
import { Addresses, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { jsonOnly } from '../tiles/tile.schemas.ts';
import { refuseUnknown } from '../unknown-parameters.ts';
import { nameOf } from './style.document.ts';
import { styleEntry } from './style.links.ts';

export const getOgcCollectionStyles: Operation = {
  name: 'getOgcCollectionStyles',
  method: 'GET',
  path: '/ogc/collections/{space_id}/styles',
  summary: 'The style of a collection',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: [jsonOnly],
  responses: { 200: { description: 'The one style', content: { [TYPES.json]: ogcRefs.styles } } },
  handle(context) {
    const space = context.openSpace();
    refuseUnknown(queryOf(context), [jsonOnly]);
    const addresses = new Addresses(context);
    const { id } = space.info;
    const href = addresses.collection(id, '/styles');
    return jsonResponse(context, {
      default: id,
      styles: [styleEntry(addresses, id, nameOf(space))],
      links: [{ rel: 'self', type: TYPES.json, title: 'This document', href }],
    });
  },
};
