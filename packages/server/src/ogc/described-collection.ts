import { type Operation, operation, type Schema } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { anyDocumentResponse } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { collectionCrumb, collectionsCrumb } from './html/layout.ts';
import { Addresses, TYPES } from './links.ts';
import type { Described } from './schema.document.ts';

type Description = {
  name: string;
  path: string;
  summary: string;
  below: string;
  /** Of the page. */
  title: string;
  document: (address: string, described: Described) => Schema;
};

/** A JSON Schema about the features of a collection, made of what they are found to have. */
export function describedCollection({ name, path, summary, below, title, document }: Description): Operation {
  return operation({
    name,
    method: 'GET',
    path,
    summary,
    tag: 'ogc',
    access: 'token',
    right: READ_FEATURES,
    query: { f },
    isStrict: true,
    responses: {
      200: {
        description: summary,
        content: {
          [TYPES.schema]: { type: 'object', additionalProperties: true },
          [TYPES.html]: { type: 'string' },
        },
      },
    },
    async handle(context, read) {
      const space = context.openSpace();
      const format = formatOf(context, read().f);
      const known = context.service.statistics;
      const statistics = await known.of(space, context.readOptions);
      const formats = await known.timeFormatsOf(space, context.readOptions);
      const addresses = new Addresses(context);
      const { info } = space;
      const crumb = collectionCrumb(addresses, info);
      return anyDocumentResponse(context, addresses, format, {
        title: `${title} of ${crumb.title}`,
        above: [collectionsCrumb(addresses), crumb],
        // An identifier: without a token, which is the caller's own.
        document: document(addresses.plain(info.id, below), { info, statistics, formats }),
        jsonType: TYPES.schema,
        address: (form) => addresses.collection(info.id, below, { f: form }),
      });
    },
  });
}
