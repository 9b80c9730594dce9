import { operation } from '../../http/operation.ts';
import { jsonResponse } from '../document.response.ts';
import { jsonOnly } from '../format.ts';
import { Addresses, type Link, TYPES } from '../links.ts';
import { ogcRefs } from '../schemas.ts';
import { nameOf, readableMap, titleOf } from './style.document.ts';
import { metadataLink, stylesheetLink } from './style.links.ts';
import { openStyle, READ_STYLES, type StyleSubject } from './style-ref.ts';

export const getOgcStyleMetadata = operation({
  name: 'getOgcStyleMetadata',
  method: 'GET',
  path: '/ogc/styles/{style}/metadata',
  summary: 'What a style is about, and which collections it shows',
  tag: 'ogc',
  access: 'token',
  right: READ_STYLES,
  query: { f: jsonOnly },
  isStrict: true,
  responses: { 200: { description: 'The metadata', content: { [TYPES.json]: ogcRefs.styleMetadata } } },
  async handle(context, read) {
    const id = context.parameter('style');
    const subject = await openStyle(context, id);
    read();
    const addresses = new Addresses(context);
    const spaces =
      'space' in subject
        ? [subject.space.info.id]
        : readableMap(context, subject.project).layers.map(({ space }) => space);
    return jsonResponse(context, {
      id,
      ...described(subject),
      scope: 'style',
      stylesheets: [
        {
          title: 'MapLibre style',
          version: '8',
          specification: 'https://maplibre.org/maplibre-style-spec/',
          native: true,
          link: stylesheetLink(addresses, id),
        },
      ],
      layers: spaces.map((space) => ({ id: space, sampleData: itemsLink(addresses, space) })),
      links: [{ ...metadataLink(addresses, id), rel: 'self' }, stylesheetLink(addresses, id)],
    });
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
