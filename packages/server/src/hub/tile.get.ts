import { invalid, readTile, readTileNumbers, type TileAddress } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { operation } from '../http/operation.ts';
import type { Response } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { readTileFormat, VECTOR_TILE_TYPE } from '../parameters/tile-format.ts';
import { foundContent } from './found-features.ts';
import { type TileAsked, tileParameters } from './tile.parameters.ts';
import { tileResponse } from './tile.response.ts';

const shared = {
  method: 'GET',
  description:
    'As GeoJSON, or with `.mvt` behind the path or a matching `Accept` as a vector tile: nested values are JSON text there, with `.mvtf` they have dotted keys.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  hasFastPath: 'cached',
  query: tileParameters,
  responses: {
    200: {
      description: 'The features',
      content: {
        ...foundContent,
        [VECTOR_TILE_TYPE]: { type: 'string', format: 'binary' },
      },
    },
  },
} as const;

export const getTile = operation({
  ...shared,
  name: 'getTile',
  path: '/hub/spaces/{space_id}/tile/{tile_type}/{tile_id}',
  summary: 'Find the features that intersect a tile',
  handle: (context, read) =>
    response(context, read, context.parameter('tile_id'), (id) => readTile(typeOf(context), id)),
});

export const getTileByNumbers = operation({
  ...shared,
  name: 'getTileByNumbers',
  path: '/hub/spaces/{space_id}/tile/{tile_type}/{z}/{x}/{y}',
  summary: 'The same, as map libraries write tiles',
  handle: (context, read) =>
    response(context, read, context.parameter('y'), (y) => {
      const [z, x] = [context.parameter('z'), context.parameter('x')];
      return readTileNumbers(typeOf(context), readPart(z, 'z'), readPart(x, 'x'), readPart(y, 'y'));
    }),
});

/** `last` is the last part of the path, which may end in the name of a format. */
function response(
  context: Context,
  read: () => TileAsked,
  last: string,
  readAddress: (last: string) => TileAddress,
): Response | Promise<Response> {
  const space = context.openForReading();
  const { name, format, isNegotiated } = readTileFormat(context, last);
  return tileResponse(context, space, readAddress(name), read(), format, isNegotiated);
}

function typeOf(context: Context): string {
  return context.parameter('tile_type');
}

function readPart(text: string, name: string): number {
  if (!/^\d{1,10}$/.test(text)) throw invalid(`${name} must be a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
