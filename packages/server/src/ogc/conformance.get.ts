import { queryOf } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { CONFORMANCE_CLASSES } from './conformance.ts';
import { documentResponse } from './document.response.ts';
import { f, readFormat } from './format.ts';
import { conformancePage } from './html/conformance.page.ts';
import { Addresses, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { refuseUnknown } from './unknown-parameters.ts';

const PARAMETERS = [f];

export const getOgcConformance: Operation = {
  name: 'getOgcConformance',
  method: 'GET',
  path: '/ogc/conformance',
  summary: 'The conformance classes of the standards that this API has',
  tag: 'ogc',
  access: 'open',
  query: PARAMETERS,
  responses: {
    200: {
      description: 'Their URIs',
      content: { [TYPES.json]: ogcRefs.conformance, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context) {
    refuseUnknown(queryOf(context), PARAMETERS);
    const format = readFormat(context);
    const document = { conformsTo: CONFORMANCE_CLASSES };
    return documentResponse(context, format, document, () =>
      conformancePage(new Addresses(context), CONFORMANCE_CLASSES),
    );
  },
};
