import { Fault, invalid, readTile, readTileNumbers, tileArea } from '@meridian/hub';
import type { Answer } from '../http/answer.ts';
import type { Context } from '../http/context.ts';
import type { Operation, QueryParameter } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { clip, readAreaView } from '../parameters/area-view.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { readFilter, readInteger, readLimit } from '../parameters/values.ts';
import { foundFeatures } from './found-features.ts';

const MAX_MARGIN = 4096;

const margin: QueryParameter = {
  name: 'margin',
  description: 'Widens the tile on every side, in pixels of a 256-pixel tile.',
  schema: { type: 'integer', minimum: 0, maximum: MAX_MARGIN, default: 0 },
};

const shared = {
  method: 'GET',
  tag: 'features: read',
  access: 'token',
  query: [margin, clip, ...filters, limit, ...views],
  answers: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
} as const;

export const getTile: Operation = {
  ...shared,
  name: 'getTile',
  path: '/hub/spaces/{space_id}/tile/{tile_type}/{tile_id}',
  summary: 'Find the features that intersect a tile',
  handle: (context) =>
    answerTile(context, context.parameter('tile_id'), (id) => readTile(typeOf(context), id)),
};

export const getTileByNumbers: Operation = {
  ...shared,
  name: 'getTileByNumbers',
  path: '/hub/spaces/{space_id}/tile/{tile_type}/{z}/{x}/{y}',
  summary: 'The same, as map libraries write tiles',
  handle: (context) =>
    answerTile(context, context.parameter('y'), (y) => {
      const [z, x] = [context.parameter('z'), context.parameter('x')];
      return readTileNumbers(typeOf(context), readNumber(z, 'z'), readNumber(x, 'x'), readNumber(y, 'y'));
    }),
};

function typeOf(context: Context): string {
  return context.parameter('tile_type');
}

function readNumber(text: string, name: string): number {
  if (!/^\d{1,10}$/.test(text)) throw invalid(`${name} must be a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

const GEOJSON_ENDING = /\.(geo)?json$/;
const VECTOR_ENDING = /\.mvtf?$/;

/** `last` is the last part of the path, which may end in the name of a format. */
function answerTile(
  context: Context,
  last: string,
  read: (last: string) => ReturnType<typeof readTile>,
): Promise<Answer> {
  const { hub, caller, spaceId, query } = context;
  const space = hub.features.openForReading(caller, spaceId);
  if (VECTOR_ENDING.test(last))
    throw new Fault('notImplemented', 'vector tiles are not available in this version of Meridian');
  const tile = read(last.replace(GEOJSON_ENDING, ''));
  return foundFeatures(context, space, {
    area: tileArea(tile, readInteger(query, 'margin', 0, MAX_MARGIN) ?? 0),
    filter: readFilter(query),
    view: readAreaView(context),
    limit: readLimit(query),
  });
}
