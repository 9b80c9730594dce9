import type { Context } from '../../http/context.ts';
import type { Documented } from '../../http/operation.ts';
import type { Response } from '../../http/response/response.ts';
import { choice } from '../../parameters/parameter.ts';
import { documentResponse, withAlternate } from '../document.response.ts';
import { formatOf } from '../format.ts';
import type { Crumb } from '../html/layout.ts';
import { stylePage } from '../html/style.page.ts';
import { Addresses, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { styleDocument } from './style.document.ts';
import { STYLE_TYPE, stylePath } from './style.links.ts';
import type { StyleSubject } from './style-ref.ts';

export const styleForm = choice({
  name: 'f',
  description:
    'The form of the style: `mbs` for map libraries, `html` to look at. Without it the header `Accept` decides: browsers get a page.',
  choices: ['mbs', 'html'],
});

export const STYLE_RESPONSES: Record<number, Documented> = {
  200: {
    description: 'The style',
    content: { [STYLE_TYPE]: ogcRefs.style, [TYPES.html]: { type: 'string' } },
  },
};

type Place = {
  /** Its path below `/ogc`. */
  path: string;
  id: string;
  above: (addresses: Addresses) => Crumb[];
};

/** A style in the form that is wanted. */
export async function styleResponse(
  context: Context,
  subject: StyleSubject,
  form: 'mbs' | 'html' | undefined,
  { path, id, above }: Place,
): Promise<Response> {
  const addresses = new Addresses(context);
  const format = formatOf(context, form === 'mbs' ? 'json' : form);
  const style = await styleDocument(context, addresses, subject);
  const address = (f: 'json' | 'html') => addresses.of(path, f === 'html' ? { f } : {});
  const page = () =>
    stylePage(addresses, {
      title: style.name,
      above: above(addresses),
      style,
      json: address('json'),
      metadata: addresses.of(`${stylePath(id)}/metadata`, { f: 'html' }),
    });
  const response = documentResponse(context, format, style, page, STYLE_TYPE);
  return withAlternate(response, format, address, STYLE_TYPE);
}
