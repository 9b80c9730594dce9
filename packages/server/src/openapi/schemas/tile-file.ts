import type { Schema } from '../../http/operation.ts';

const name = { type: 'string', examples: ['planet'] };

/** Archives of tiles in the folder of the operator. */
export const tileFileSchemas: Record<string, Schema> = {
  TileFiles: {
    type: 'array',
    description: 'The archives in the folder of the operator.',
    items: {
      type: 'object',
      required: ['name', 'url', 'tileJson'],
      properties: {
        name,
        url: { type: 'string', description: 'The archive itself, to be read by ranges.' },
        tileJson: { type: 'string', description: 'Its TileJSON.' },
      },
    },
  },
  TileFileJson: {
    type: 'object',
    description: 'TileJSON 3.0.0 of an archive, with what the archive says of itself.',
    required: ['tilejson', 'tiles', 'minzoom', 'maxzoom', 'bounds'],
    properties: {
      tilejson: { const: '3.0.0' },
      name: { type: 'string' },
      description: { type: 'string' },
      attribution: { type: 'string' },
      license: { type: 'string' },
      scheme: { const: 'xyz' },
      tiles: { type: 'array', items: { type: 'string' } },
      minzoom: { type: 'integer' },
      maxzoom: { type: 'integer' },
      bounds: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
      center: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
      vector_layers: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
  },
};
