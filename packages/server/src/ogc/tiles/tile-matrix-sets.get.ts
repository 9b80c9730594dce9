import { operation } from '../../http/operation.ts';
import { jsonResponse } from '../document.response.ts';
import { jsonOnly } from '../format.ts';
import { Addresses, TYPES } from '../links.ts';
import { ogcTileRefs } from './tile.schemas.ts';
import { findTileMatrixSet, OGC_TILE_MATRIX_SETS, tileMatrixSetDocument } from './tile-matrix-sets.ts';

export const getOgcTileMatrixSets = operation({
  name: 'getOgcTileMatrixSets',
  method: 'GET',
  path: '/ogc/tileMatrixSets',
  summary: 'The divisions of the world into tiles',
  tag: 'ogc',
  access: 'open',
  query: { f: jsonOnly },
  isStrict: true,
  responses: { 200: { description: 'The tile matrix sets', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context, read) {
    read();
    const addresses = new Addresses(context);
    const tileMatrixSets = OGC_TILE_MATRIX_SETS.map(({ id, title, uri, crs }) => ({
      id,
      title,
      uri,
      crs,
      links: [
        {
          rel: 'self',
          type: TYPES.json,
          title: 'Its definition',
          href: addresses.of(`/tileMatrixSets/${id}`),
        },
      ],
    }));
    return jsonResponse(context, { tileMatrixSets });
  },
});

export const getOgcTileMatrixSet = operation({
  name: 'getOgcTileMatrixSet',
  method: 'GET',
  path: '/ogc/tileMatrixSets/{tile_matrix_set}',
  summary: 'The definition of a tile matrix set',
  tag: 'ogc',
  access: 'open',
  query: { f: jsonOnly },
  isStrict: true,
  responses: { 200: { description: 'The tile matrix set', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context, read) {
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    read();
    return jsonResponse(context, tileMatrixSetDocument(set));
  },
});
