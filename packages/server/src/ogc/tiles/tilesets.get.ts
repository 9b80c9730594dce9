import { invalid } from '@meridian/hub';
import { queryOf } from '../../http/context.ts';
import type { Operation, QueryParameter } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { readChoice } from '../../parameters/values.ts';
import { jsonResponse } from '../document.response.ts';
import { Addresses, TYPES } from '../links.ts';
import { refuseUnknown } from '../unknown-parameters.ts';
import { jsonOnly, ogcTileRefs } from './tile.schemas.ts';
import { findTileMatrixSet } from './tile-matrix-sets.ts';
import { tileJson, tilesetDocument, tilesetsDocument } from './tileset.document.ts';

const shared = { method: 'GET', tag: 'ogc', access: 'token', right: READ_FEATURES } as const;

export const getOgcTilesets: Operation = {
  ...shared,
  name: 'getOgcTilesets',
  path: '/ogc/collections/{space_id}/tiles',
  summary: 'The tile sets of a collection',
  query: [jsonOnly],
  responses: { 200: { description: 'The tile sets', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context) {
    const { info } = context.openSpace();
    refuseUnknown(queryOf(context), [jsonOnly]);
    return jsonResponse(context, tilesetsDocument(new Addresses(context), info));
  },
};

const FORMS = ['json', 'tilejson'] as const;
const f: QueryParameter = {
  name: 'f',
  description: 'The form of the response; `tilejson` only of WebMercatorQuad.',
  schema: { type: 'string', enum: [...FORMS] },
};

export const getOgcTileset: Operation = {
  ...shared,
  name: 'getOgcTileset',
  path: '/ogc/collections/{space_id}/tiles/{tile_matrix_set}',
  summary: 'A tile set: what is in its tiles, and where they are',
  query: [f],
  responses: { 200: { description: 'The tile set', content: { [TYPES.json]: ogcTileRefs.object } } },
  async handle(context) {
    const space = context.openSpace();
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    refuseUnknown(queryOf(context), [f]);
    const form = readChoice(queryOf(context), 'f', FORMS) ?? 'json';
    const addresses = new Addresses(context);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    if (form === 'json')
      return jsonResponse(context, tilesetDocument(addresses, space.info, statistics, set));
    if (set.id !== 'WebMercatorQuad') throw invalid('f=tilejson is possible of WebMercatorQuad only');
    return jsonResponse(context, tileJson(addresses, space.info, statistics));
  },
};
