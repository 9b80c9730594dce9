import { operation } from '../http/operation.ts';
import { documentResponse } from './document.response.ts';
import { f, formatOf } from './format.ts';
import { landingPage } from './html/landing.page.ts';
import { Addresses, type Link, selfLinks, TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';
import { STYLES_REL } from './styles/style.links.ts';

const REL = 'http://www.opengis.net/def/rel/ogc/1.0';

export const getOgcLanding = operation({
  name: 'getOgcLanding',
  method: 'GET',
  path: '/ogc',
  summary: 'The landing page of the OGC API',
  tag: 'ogc',
  access: 'open',
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'Where everything is',
      content: { [TYPES.json]: ogcRefs.landingPage, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const to = (
      rel: string,
      type: string,
      title: string,
      path: string,
      parameters?: { f: string },
    ): Link => ({
      rel,
      type,
      title,
      href: addresses.of(path, parameters),
    });
    const document = {
      title: 'Meridian',
      description:
        'The spaces of this hub as OGC API: every space that you may read is a collection of features.',
      links: [
        ...selfLinks(format, (form) => addresses.of('', { f: form })),
        // In this form for everybody: programs in Java that fetch it send what browsers send in `Accept`.
        to('service-desc', TYPES.openApi, 'This API as an OpenAPI 3.0 document', '/api', { f: 'json' }),
        to('service-doc', TYPES.html, 'This API as a page to read', '/api', { f: 'html' }),
        // As Features calls it, and as Common does.
        ...['conformance', `${REL}/conformance`].map((rel) =>
          to(rel, TYPES.json, 'What this API promises to do as the standards say', '/conformance'),
        ),
        to('data', TYPES.json, 'The collections', '/collections'),
        to(`${REL}/tiling-schemes`, TYPES.json, 'Divisions of the world into tiles', '/tileMatrixSets'),
        to(STYLES_REL, TYPES.json, 'Styles for map libraries', '/styles'),
        to(`${REL}/functions`, TYPES.json, 'Functions that filters can call', '/functions'),
      ],
    };
    return documentResponse(context, format, document, () => landingPage(addresses, document));
  },
});
