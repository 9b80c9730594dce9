import { operation } from '../http/operation.ts';
import { CONFORMANCE_CLASSES } from './conformance.ts';
import { documentResponse, withAlternate } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { conformancePage } from './html/conformance.page.ts';
import { Addresses, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';

export const getOgcConformance = operation({
  name: 'getOgcConformance',
  method: 'GET',
  path: '/ogc/conformance',
  summary: 'The conformance classes of the standards that this API has',
  tag: 'ogc',
  access: 'open',
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'Their URIs',
      content: { [TYPES.json]: ogcRefs.conformance, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const format = formatOf(context, read().f);
    const document = { conformsTo: CONFORMANCE_CLASSES };
    const addresses = new Addresses(context);
    const response = documentResponse(context, format, document, () =>
      conformancePage(addresses, CONFORMANCE_CLASSES),
    );
    return withAlternate(response, format, (form) => addresses.of('/conformance', { f: form }));
  },
});
