import { operation } from '../../http/operation.ts';
import { choice } from '../../parameters/parameter.ts';
import { jsonResponse } from '../document.response.ts';
import { Addresses } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { styleDocument } from './style.document.ts';
import { STYLE_TYPE } from './style.links.ts';
import { openStyle, READ_STYLES } from './style-ref.ts';

const f = choice({ name: 'f', description: 'The form of the style.', choices: ['mbs'] });

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
  query: { f },
  isStrict: true,
  responses: { 200: { description: 'The style', content: { [STYLE_TYPE]: ogcRefs.style } } },
  async handle(context, read) {
    const subject = await openStyle(context, context.parameter('style'));
    read();
    return jsonResponse(context, await styleDocument(context, new Addresses(context), subject), STYLE_TYPE);
  },
});
