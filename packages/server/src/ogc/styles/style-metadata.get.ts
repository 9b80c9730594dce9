import { operation } from '../../http/operation.ts';
import { anyDocumentResponse } from '../document.response.ts';
import { type DocumentFormat, f, formatOf } from '../format.ts';
import { Addresses, type Link, selfLinks, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { nameOf, readableMap, titleOf } from './style.document.ts';
import { stylePath, stylesCrumb, stylesheetLink } from './style.links.ts';
import { openStyle, READ_STYLES, type StyleSubject } from './style-ref.ts';

export const getOgcStyleMetadata = operation({
  name: 'getOgcStyleMetadata',
  method: 'GET',
  path: '/ogc/styles/{style}/metadata',
  summary: 'What a style is about, and which collections it shows',
  tag: 'ogc',
  access: 'token',
  right: READ_STYLES,
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The metadata',
      content: { [TYPES.json]: ogcRefs.styleMetadata, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context, read) {
    const id = context.parameter('style');
    const subject = await openStyle(context, id);
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const spaces =
      'space' in subject
        ? [subject.space.info.id]
        : readableMap(context, subject.project).layers.map(({ space }) => space);
    const address = (form: DocumentFormat) => addresses.of(`${stylePath(id)}/metadata`, { f: form });
    const { title, ...rest } = described(subject);
    const document = {
      id,
      title,
      ...rest,
      scope: 'style',
      stylesheets: [
        {
          title: 'MapLibre style',
          version: '8',
          specification: 'https://maplibre.org/maplibre-style-spec/',
          native: true,
          link: stylesheetLink(addresses, stylePath(id)),
        },
      ],
      layers: spaces.map((space) => ({ id: space, sampleData: itemsLink(addresses, space) })),
      links: [...selfLinks(format, address), stylesheetLink(addresses, stylePath(id))],
    };
    const above = [stylesCrumb(addresses)];
    return anyDocumentResponse(context, addresses, format, { title, above, document, address });
  },
});

function described(subject: StyleSubject) {
  const { title, description } =
    'space' in subject
      ? { title: nameOf(subject.space), description: subject.space.info.description }
      : { title: titleOf(subject.project), description: subject.project.description };
  return { title, ...(typeof description === 'string' ? { description } : {}) };
}

function itemsLink(addresses: Addresses, space: string): Link {
  return {
    rel: 'data',
    type: TYPES.geojson,
    title: 'The features',
    href: addresses.collection(space, '/items', { f: 'json' }),
  };
}
