import { Fault } from '@meridian/hub';
import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { collectionCrumb, collectionsCrumb } from '../html/layout.ts';
import { collectionStylePath } from './style.links.ts';
import { STYLE_RESPONSES, styleForm, styleResponse } from './style.response.ts';

export const getOgcCollectionStyle = operation({
  name: 'getOgcCollectionStyle',
  method: 'GET',
  path: '/ogc/collections/{space_id}/styles/{style}',
  summary: 'The MapLibre style of a collection',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  query: { f: styleForm },
  isStrict: true,
  responses: STYLE_RESPONSES,
  handle(context, read) {
    const space = context.openSpace();
    const id = context.parameter('style');
    const { f } = read();
    if (id !== space.info.id)
      throw new Fault(
        'notFound',
        `the collection ${space.info.id} has no style ${JSON.stringify(id.slice(0, 100))}; its one style has its own id`,
      );
    return styleResponse(context, { space }, f, {
      id,
      path: collectionStylePath(id),
      above: (addresses) => [collectionsCrumb(addresses), collectionCrumb(addresses, space.info)],
    });
  },
});
