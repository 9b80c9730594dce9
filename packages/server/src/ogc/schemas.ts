import type { Schema } from '../http/operation.ts';
import { styleSchemas } from './styles/style.schemas.ts';

/** The shapes of the documents, in what OpenAPI 3.0 and 3.1 have in common. */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const ogcRefs = {
  landingPage: ref('OgcLandingPage'),
  conformance: ref('OgcConformance'),
  collections: ref('OgcCollections'),
  collection: ref('OgcCollection'),
  featureCollection: ref('OgcFeatureCollection'),
  feature: ref('OgcFeature'),
  featureInput: ref('OgcFeatureInput'),
  featurePatch: ref('OgcFeaturePatch'),
  functions: ref('OgcFunctions'),
  styles: ref('OgcStyles'),
  style: ref('OgcStyle'),
  styleMetadata: ref('OgcStyleDescription'),
  exception: ref('OgcException'),
} as const;

const string: Schema = { type: 'string' };
const links: Schema = { type: 'array', items: ref('OgcLink') };
const numbers = (length: number): Schema => ({
  type: 'array',
  items: { type: 'number' },
  minItems: length,
});

const geometry: Schema = {
  type: 'object',
  nullable: true,
  description: 'A GeoJSON geometry.',
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      enum: [
        'Point',
        'MultiPoint',
        'LineString',
        'MultiLineString',
        'Polygon',
        'MultiPolygon',
        'GeometryCollection',
      ],
    },
    coordinates: { type: 'array', items: {} },
    geometries: { type: 'array', items: {} },
  },
};

const featureMembers: Record<string, Schema> = {
  type: { type: 'string', enum: ['Feature'] },
  id: string,
  geometry: ref('OgcGeometry'),
  properties: { type: 'object', additionalProperties: true },
};

export const ogcSchemas: Record<string, Schema> = {
  OgcLink: {
    type: 'object',
    required: ['href', 'rel'],
    properties: { href: string, rel: string, type: string, title: string, templated: { type: 'boolean' } },
  },
  OgcLandingPage: {
    type: 'object',
    required: ['links'],
    properties: { title: string, description: string, links },
  },
  OgcConformance: {
    type: 'object',
    required: ['conformsTo'],
    properties: { conformsTo: { type: 'array', items: string } },
  },
  OgcExtent: {
    type: 'object',
    properties: {
      spatial: {
        type: 'object',
        properties: { bbox: { type: 'array', minItems: 1, items: numbers(4) }, crs: string },
      },
      temporal: {
        type: 'object',
        properties: {
          interval: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'array',
              minItems: 2,
              maxItems: 2,
              items: { type: 'string', format: 'date-time', nullable: true },
            },
          },
          trs: string,
        },
      },
    },
  },
  OgcCollection: {
    type: 'object',
    required: ['id', 'links'],
    properties: {
      id: string,
      title: string,
      description: string,
      attribution: string,
      extent: ref('OgcExtent'),
      itemType: { type: 'string', default: 'feature' },
      crs: { type: 'array', items: string },
      storageCrs: string,
      links,
    },
  },
  OgcCollections: {
    type: 'object',
    required: ['links', 'collections'],
    properties: {
      links,
      crs: { type: 'array', items: string },
      collections: { type: 'array', items: ref('OgcCollection') },
    },
  },
  OgcGeometry: geometry,
  OgcFeature: {
    type: 'object',
    required: ['type', 'geometry', 'properties'],
    properties: { ...featureMembers, links },
  },
  OgcFeatureCollection: {
    type: 'object',
    required: ['type', 'features'],
    properties: {
      type: { type: 'string', enum: ['FeatureCollection'] },
      features: { type: 'array', items: ref('OgcFeature') },
      links,
      timeStamp: { type: 'string', format: 'date-time' },
      numberMatched: { type: 'integer', minimum: 0 },
      numberReturned: { type: 'integer', minimum: 0 },
    },
  },
  OgcFeatureInput: {
    type: 'object',
    required: ['type', 'geometry', 'properties'],
    properties: featureMembers,
  },
  OgcFeaturePatch: { type: 'object', properties: featureMembers },
  OgcFunctions: {
    type: 'object',
    required: ['functions'],
    properties: {
      functions: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'returns'],
          properties: {
            name: string,
            description: string,
            args: {
              type: 'array',
              items: {
                type: 'object',
                required: ['type'],
                properties: { title: string, type: { type: 'array', items: string } },
              },
            },
            returns: { type: 'array', items: string },
          },
        },
      },
    },
  },
  ...styleSchemas,
  OgcException: {
    type: 'object',
    required: ['code'],
    properties: {
      code: { type: 'string', description: 'What went wrong, for programs: `BadRequest`.' },
      description: { type: 'string', description: 'What went wrong, for people.' },
      status: { type: 'integer' },
      streamId: string,
    },
  },
};
