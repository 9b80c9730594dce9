import { type Operation, operation } from '../http/operation.ts';
import { collectionPaths } from './api.collections.ts';
import { ogcApiDocument } from './api.document.ts';
import { documentResponse, withAlternate } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { apiPage } from './html/api.page.ts';
import { Addresses, TYPES } from './links.ts';

/** `operations`: all of this API, this one included. */
export function getOgcApi(operations: () => readonly Operation[]): Operation {
  return operation({
    name: 'getOgcApi',
    method: 'GET',
    path: '/ogc/api',
    summary: 'This API as an OpenAPI 3.0 document',
    tag: 'ogc',
    access: 'open',
    query: { f },
    isStrict: true,
    responses: {
      200: {
        description: 'The document',
        content: {
          [TYPES.openApi]: { type: 'object', additionalProperties: true },
          [TYPES.html]: { type: 'string' },
        },
      },
    },
    async handle(context, read) {
      const format = formatOf(context, read().f);
      const addresses = new Addresses(context);
      const { version } = context.service;
      const described = operations().filter(({ tag }) => tag === 'ogc');
      const document = ogcApiDocument(described, { version, url: addresses.root });
      Object.assign(document.paths, await collectionPaths(context));
      const page = () => apiPage(addresses, described);
      const response = documentResponse(context, format, document, page, TYPES.openApi);
      return withAlternate(response, format, (form) => addresses.of('/api', { f: form }), TYPES.openApi);
    },
  });
}
