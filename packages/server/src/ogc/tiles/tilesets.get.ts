import { invalid } from '@meridian/hub';
import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { choice } from '../../parameters/parameter.ts';
import { anyDocumentResponse, jsonResponse } from '../document.response.ts';
import { f, formatOf } from '../format.ts';
import { collectionCrumb, collectionsCrumb } from '../html/layout.ts';
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
  query: { f },
  isStrict: true,
  responses: {
    200: {
      description: 'The tile sets',
      content: { [TYPES.json]: ogcTileRefs.object, [TYPES.html]: { type: 'string' } },
    },
  },
  handle(context, read) {
    const { info } = context.openSpace();
    const format = formatOf(context, read().f);
    const addresses = new Addresses(context);
    const crumb = collectionCrumb(addresses, info);
    return anyDocumentResponse(context, addresses, format, {
      title: `Tiles of ${crumb.title}`,
      above: [collectionsCrumb(addresses), crumb],
      document: tilesetsDocument(addresses, format, info),
      address: (form) => addresses.collection(info.id, '/tiles', { f: form }),
    });
  },
});

const tilesetForm = choice({
  name: 'f',
  description:
    'The form of the response; `tilejson` only of WebMercatorQuad. Without it the header `Accept` decides: browsers get a page.',
  choices: ['json', 'html', 'tilejson'],
});

export const getOgcTileset = operation({
  ...shared,
  name: 'getOgcTileset',
  path: '/ogc/collections/{space_id}/tiles/{tile_matrix_set}',
  summary: 'A tile set: what is in its tiles, and where they are',
  query: { f: tilesetForm },
  isStrict: true,
  responses: {
    200: {
      description: 'The tile set',
      content: { [TYPES.json]: ogcTileRefs.object, [TYPES.html]: { type: 'string' } },
    },
  },
  async handle(context, read) {
    const space = context.openSpace();
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    const { f: form } = read();
    const addresses = new Addresses(context);
    const statistics = await context.service.statistics.of(space, context.readOptions);
    const { info } = space;
    if (form === 'tilejson') {
      if (set.id !== 'WebMercatorQuad') throw invalid('f=tilejson is possible of WebMercatorQuad only');
      return jsonResponse(context, tileJson(addresses, info, statistics));
    }
    const format = formatOf(context, form);
    const crumb = collectionCrumb(addresses, info);
    const tiles = { title: 'Tiles', href: addresses.collection(info.id, '/tiles', { f: 'html' }) };
    return anyDocumentResponse(context, addresses, format, {
      title: `${crumb.title} (${set.id})`,
      above: [collectionsCrumb(addresses), crumb, tiles],
      document: tilesetDocument(addresses, format, info, statistics, set),
      address: (form) => addresses.collection(info.id, `/tiles/${set.id}`, { f: form }),
    });
  },
});
