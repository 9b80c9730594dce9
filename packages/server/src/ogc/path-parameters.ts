import type { Schema } from '../http/operation.ts';

type PathParameter = { name: string; description: string; schema: Schema };

/** Parts of paths, as operations call them: by the names that the standards have for them. */
export const PATH_PARAMETERS: Record<string, PathParameter> = {
  space_id: { name: 'collectionId', description: 'Id of the collection.', schema: { type: 'string' } },
  feature_id: { name: 'featureId', description: 'Id of the feature.', schema: { type: 'string' } },
  style: {
    name: 'styleId',
    description: 'Id of the style: that of a space, or `project:` and the id of a project.',
    schema: { type: 'string' },
  },
  tile_matrix_set: {
    name: 'tileMatrixSetId',
    description: 'Id of the tile matrix set.',
    schema: { type: 'string', enum: ['WebMercatorQuad', 'WorldCRS84Quad'] },
  },
  tile_matrix: { name: 'tileMatrix', description: 'Level of the tile.', schema: { type: 'string' } },
  tile_row: { name: 'tileRow', description: 'Row of the tile, from the north.', schema: { type: 'integer' } },
  tile_col: { name: 'tileCol', description: 'Column of the tile.', schema: { type: 'integer' } },
};
