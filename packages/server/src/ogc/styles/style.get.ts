import { operation } from '../../http/operation.ts';
import { stylePath, stylesCrumb } from './style.links.ts';
import { STYLE_RESPONSES, styleForm, styleResponse } from './style.response.ts';
import { openStyle, READ_STYLES } from './style-ref.ts';

export const getOgcStyle = operation({
  name: 'getOgcStyle',
  method: 'GET',
  path: '/ogc/styles/{style}',
  summary: 'A MapLibre style: the data and the look of a space or a project',
  description:
    'Its sources lead to the vector tiles of this hub. They have a token in them only if this one was asked for with a token in its address.',
  tag: 'ogc',
  access: 'token',
  right: READ_STYLES,
  query: { f: styleForm },
  isStrict: true,
  responses: STYLE_RESPONSES,
  async handle(context, read) {
    const id = context.parameter('style');
    const subject = await openStyle(context, id);
    const { f } = read();
    return styleResponse(context, subject, f, {
      id,
      path: stylePath(id),
      above: (addresses) => [stylesCrumb(addresses)],
    });
  },
});
