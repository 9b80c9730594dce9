import { operation } from '../../http/operation.ts';
import { anyDocumentResponse } from '../document.response.ts';
import { type DocumentFormat, f, formatOf } from '../format.ts';
import { Addresses, selfLinks, TYPES } from '../links.ts';
import { ogcTileRefs } from './tile.schemas.ts';
import { findTileMatrixSet, OGC_TILE_MATRIX_SETS, tileMatrixSetDocument } from './tile-matrix-sets.ts';

const TITLE = 'Tile matrix sets';

export const getOgcTileMatrixSets = operation({
  name: 'getOgcTileMatrixSets',
  method: 'GET',
  path: '/ogc/tileMatrixSets',
  summary: 'The divisions of the world into tiles',
  tag: 'ogc',
  access: 'open',
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The tile matrix sets',
      content: { [TYPES.json]: ogcTileRefs.object, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const tileMatrixSets = OGC_TILE_MATRIX_SETS.map(({ id, title, uri, crs }) => ({
      id,
      title,
      uri,
      crs,
      // Test suites look for `item`, clients for `self`.
      links: ['self', 'item'].map((rel) => ({
        rel,
        type: TYPES.json,
        title: 'Its definition',
        href: addresses.of(`/tileMatrixSets/${id}`),
      })),
    }));
    const address = (form: DocumentFormat) => addresses.of('/tileMatrixSets', { f: form });
    return anyDocumentResponse(context, addresses, format, {
      title: TITLE,
      above: [],
      document: { tileMatrixSets, links: selfLinks(format, address) },
      address,
    });
  },
});

export const getOgcTileMatrixSet = operation({
  name: 'getOgcTileMatrixSet',
  method: 'GET',
  path: '/ogc/tileMatrixSets/{tile_matrix_set}',
  summary: 'The definition of a tile matrix set',
  tag: 'ogc',
  access: 'open',
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The tile matrix set',
      content: { [TYPES.json]: ogcTileRefs.object, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    return anyDocumentResponse(context, addresses, format, {
      title: set.id,
      above: [{ title: TITLE, href: addresses.of('/tileMatrixSets', { f: 'html' }) }],
      document: tileMatrixSetDocument(set),
      address: (form) => addresses.of(`/tileMatrixSets/${set.id}`, { f: form }),
    });
  },
});
