import type { Schema } from '../../http/operation.ts';

const position: Schema = {
  type: 'array',
  description: 'Longitude from -180 to 180, latitude from -90 to 90 and, optionally, height.',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 3,
  examples: [[13.4, 52.52]],
};

const positions = (minItems: number): Schema => ({
  type: 'array',
  items: { $ref: '#/components/schemas/Position' },
  ...(minItems > 0 && { minItems }),
});

const listOf = (items: Schema): Schema => ({ type: 'array', items });

const line = positions(2);
const rings = { ...listOf(positions(4)), description: 'Each ring ends where it starts.' };

const coordinates: Record<string, Schema> = {
  Point: { $ref: '#/components/schemas/Position' },
  MultiPoint: positions(0),
  LineString: line,
  MultiLineString: listOf(line),
  Polygon: { ...rings, minItems: 1 },
  MultiPolygon: listOf(rings),
};

const examples: Record<string, unknown> = {
  Point: [13.4, 52.52],
  MultiPoint: [
    [13.4, 52.52],
    [9.99, 53.55],
  ],
  LineString: [
    [13.4, 52.52],
    [9.99, 53.55],
  ],
  MultiLineString: [
    [
      [13.4, 52.52],
      [9.99, 53.55],
    ],
  ],
  Polygon: [
    [
      [13, 52],
      [14, 52],
      [14, 53],
      [13, 52],
    ],
  ],
  MultiPolygon: [
    [
      [
        [13, 52],
        [14, 52],
        [14, 53],
        [13, 52],
      ],
    ],
  ],
};

function geometryOf(type: string, member: string, schema: Schema, example: unknown): Schema {
  return {
    type: 'object',
    description: `A GeoJSON ${type}.`,
    required: ['type', member],
    properties: { type: { const: type }, [member]: schema },
    examples: [{ type, [member]: example }],
  };
}

const geometries: Record<string, Schema> = {
  ...Object.fromEntries(
    Object.entries(coordinates).map(([type, schema]) => [
      type,
      geometryOf(type, 'coordinates', schema, examples[type]),
    ]),
  ),
  GeometryCollection: geometryOf(
    'GeometryCollection',
    'geometries',
    listOf({ $ref: '#/components/schemas/Geometry' }),
    [{ type: 'Point', coordinates: [13.4, 52.52] }],
  ),
};

const types = Object.keys(geometries);

/** GeoJSON geometries (RFC 7946) as the hub takes and gives them. */
export const geometrySchemas: Record<string, Schema> = {
  Position: position,
  Geometry: {
    description: 'Any GeoJSON geometry. Positions come back exactly as they were stored.',
    oneOf: types.map((type) => ({ $ref: `#/components/schemas/${type}` })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(types.map((type) => [type, `#/components/schemas/${type}`])),
    },
    examples: [{ type: 'Point', coordinates: [13.4, 52.52] }],
  },
  ...geometries,
};
