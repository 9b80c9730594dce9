import { invalid } from '@meridian/hub';
import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { choice } from '../../parameters/parameter.ts';
import { jsonResponse } from '../document.response.ts';
import { jsonOnly } from '../format.ts';
import { Addresses, TYPES } from '../links.ts';
import { ogcTileRefs } from './tile.schemas.ts';
import { findTileMatrixSet } from './tile-matrix-sets.ts';
import { tileJson, tilesetDocument, tilesetsDocument } from './tileset.document.ts';

const shared = { method: 'GET', tag: 'ogc', access: 'token', right: READ_FEATURES } as const;

export const getOgcTilesets = operation({
  ...shared,
  name: 'getOgcTilesets',
  path: '/ogc/collections/{space_id}/tiles',
  summary: 'The tile sets of a collection',
  query: { f: jsonOnly },
  isStrict: true,
  responses: { 200: { description: 'The tile sets', content: { [TYPES.json]: ogcTileRefs.object } } },
  handle(context, read) {
    const { info } = context.openSpace();
    read();
    return jsonResponse(context, tilesetsDocument(new Addresses(context), info));
  },
});

const f = choice({
  name: 'f',
  description: 'The form of the response; `tilejson` only of WebMercatorQuad.',
  choices: ['json', 'tilejson'],
});

export const getOgcTileset = operation({
  ...shared,
  name: 'getOgcTileset',
  path: '/ogc/collections/{space_id}/tiles/{tile_matrix_set}',
  summary: 'A tile set: what is in its tiles, and where they are',
  query: { f },
  isStrict: true,
  responses: { 200: { description: 'The tile set', content: { [TYPES.json]: ogcTileRefs.object } } },
  async handle(context, read) {
    const space = context.openSpace();
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    const { f: form = 'json' } = read();
    const addresses = new Addresses(context);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    if (form === 'json')
      return jsonResponse(context, tilesetDocument(addresses, space.info, statistics, set));
    if (set.id !== 'WebMercatorQuad') throw invalid('f=tilejson is possible of WebMercatorQuad only');
    return jsonResponse(context, tileJson(addresses, space.info, statistics));
  },
});
