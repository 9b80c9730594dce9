import { queryOf } from '../../http/context.ts';
import type { Operation } from '../../http/operation.ts';
import { jsonResponse } from '../document.response.ts';
import { Addresses, TYPES } from '../links.ts';
import { refuseUnknown } from '../unknown-parameters.ts';
import { jsonOnly, ogcTileRefs } from './tile.schemas.ts';
import { findTileMatrixSet, OGC_TILE_MATRIX_SETS, tileMatrixSetDocument } from './tile-matrix-sets.ts';

export const getOgcTileMatrixSets: Operation = {
  name: 'getOgcTileMatrixSets',
  method: 'GET',
  path: '/ogc/tileMatrixSets',
  summary: 'The divisions of the world into tiles',
  tag: 'ogc',
  access: 'open',
  query: [jsonOnly],
  responses: { 200: { description: 'The tile matrix sets', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context) {
    refuseUnknown(queryOf(context), [jsonOnly]);
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
};

export const getOgcTileMatrixSet: Operation = {
  name: 'getOgcTileMatrixSet',
  method: 'GET',
  path: '/ogc/tileMatrixSets/{tile_matrix_set}',
  summary: 'The definition of a tile matrix set',
  tag: 'ogc',
  access: 'open',
  query: [jsonOnly],
  responses: { 200: { description: 'The tile matrix set', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context) {
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    refuseUnknown(queryOf(context), [jsonOnly]);
    return jsonResponse(context, tileMatrixSetDocument(set));
  },
};
