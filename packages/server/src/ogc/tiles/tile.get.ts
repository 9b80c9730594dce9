import { Fault } from '@meridian/hub';
import type { Context } from '../../http/context.ts';
import { operation } from '../../http/operation.ts';
import { READ_FEATURES } from '../../http/right-rule.ts';
import { plainTile } from '../../hub/tile.parameters.ts';
import { tileResponse } from '../../hub/tile.response.ts';
import { cql2 } from '../../parameters/cql2.ts';
import { choice } from '../../parameters/parameter.ts';
import { findTileMatrixSet, MAX_LEVEL } from './tile-matrix-sets.ts';
import { VECTOR_TILE } from './tileset.document.ts';

const f = choice({ name: 'f', description: 'The form of the tile.', choices: ['mvt'] });

export const getOgcTile = operation({
  name: 'getOgcTile',
  method: 'GET',
  path: '/ogc/collections/{space_id}/tiles/{tile_matrix_set}/{tile_matrix}/{tile_row}/{tile_col}',
  summary: 'A vector tile',
  description: 'The row comes before the column.',
  tag: 'ogc',
  access: 'token',
  right: READ_FEATURES,
  hasFastPath: 'cached',
  query: { tests: cql2, f },
  isStrict: true,
  responses: {
    200: { description: 'The tile', content: { [VECTOR_TILE]: { type: 'string', format: 'binary' } } },
    304: { description: 'The caller has it already' },
  },
  handle(context, read) {
    const space = context.openSpace();
    const set = findTileMatrixSet(context.parameter('tile_matrix_set'));
    const { tests } = read();
    const level = numberOf(context, 'tile_matrix', MAX_LEVEL + 1);
    const row = numberOf(context, 'tile_row', set.rows * 2 ** level);
    const column = numberOf(context, 'tile_col', set.columns * 2 ** level);
    const asked = { ...plainTile(), filter: { tags: [], tests } };
    return tileResponse(context, space, set.tile(level, row, column), asked, 'mvt', false);
  },
});

/** A tile that its set does not have is not found. */
function numberOf(context: Context, name: string, below: number): number {
  const text = context.parameter(name);
  if (!/^\d{1,10}$/.test(text) || Number(text) >= below)
    throw new Fault(
      'notFound',
      `there is no such tile: ${name.replace('tile_', '')} must be a whole number from 0 to ${below - 1}, not ${JSON.stringify(text.slice(0, 50))}`,
    );
  return Number(text);
}
