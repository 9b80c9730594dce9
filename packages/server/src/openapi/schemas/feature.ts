import type { Schema } from '../../http/operation.ts';

const NAMESPACE = '@ns:com:here:xyz';

const epochMs = (description: string): Schema => ({
  type: 'integer',
  description: `${description}, in milliseconds since 1970.`,
});

const ids = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });

const geometry: Schema = {
  description: 'Where the feature is; null if it has no geometry.',
  oneOf: [{ $ref: '#/components/schemas/Geometry' }, { type: 'null' }],
};

const tags: Schema = { type: 'array', items: { type: 'string' }, description: 'Tags to filter by.' };

const berlin = {
  type: 'Feature',
  id: 'berlin',
  geometry: { type: 'Point', coordinates: [13.4, 52.52] },
  properties: { name: 'Berlin', population: 3755251 },
};

const storedBerlin = {
  ...berlin,
  properties: {
    ...berlin.properties,
    [NAMESPACE]: { space: 'cities', createdAt: 1700000000000, updatedAt: 1700000000000, tags: ['capital'] },
  },
};

const response = {
  type: { const: 'FeatureCollection' },
  features: { type: 'array', items: { $ref: '#/components/schemas/Feature' } },
};

const featureInput: Schema = {
  type: 'object',
  properties: {
    type: { const: 'Feature' },
    id: { type: ['string', 'number', 'null'], description: 'A number becomes its text.' },
    geometry,
    properties: {
      type: ['object', 'null'],
      description: `Any JSON members; tags go under ${NAMESPACE}.`,
      properties: { [NAMESPACE]: { type: 'object', properties: { tags }, additionalProperties: true } },
      additionalProperties: true,
    },
  },
  additionalProperties: true,
  examples: [{ ...berlin, properties: { ...berlin.properties, [NAMESPACE]: { tags: ['capital'] } } }],
};

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What a write of many features takes, by its `type`. */
const WRITE_BODIES = [
  ['FeatureCollection', 'FeatureCollectionInput'],
  ['Feature', 'SingleFeatureInput'],
  ['FeatureModificationList', 'FeatureModificationList'],
] as const;

export const featureSchemas: Record<string, Schema> = {
  Feature: {
    type: 'object',
    description:
      'A GeoJSON Feature as the hub returns it. Members beside these are stored as they were sent.',
    required: ['type', 'id', 'geometry', 'properties'],
    properties: {
      type: { const: 'Feature' },
      id: { type: 'string', description: 'Unique in its space.' },
      geometry,
      properties: {
        type: 'object',
        description: `What the client stored, and under ${NAMESPACE} what the hub knows of it.`,
        properties: { [NAMESPACE]: { $ref: '#/components/schemas/FeatureNamespace' } },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
    examples: [storedBerlin],
  },
  FeatureNamespace: {
    type: 'object',
    description:
      'What the hub knows of a feature. Of what a client sends only the tags are taken; `uuid` and `version` are compared where the space keeps such.',
    properties: {
      space: { type: 'string', description: 'The space that holds the feature.' },
      createdAt: epochMs('When it was first written'),
      updatedAt: epochMs('When it last changed'),
      version: {
        type: 'integer',
        description: 'The version that made it so; where the space keeps its history.',
      },
      deleted: {
        type: 'boolean',
        description: 'True of a deleted feature in a changeset; otherwise it is not there.',
      },
      uuid: { type: 'string', description: 'Names this state of the feature; with `enableUUID`.' },
      puuid: { type: 'string', description: 'The uuid of the state that it replaced.' },
      muuid: {
        type: 'string',
        description: 'After a merge: the uuid of the state that the write was based on.',
      },
      tags,
    },
    examples: [storedBerlin.properties[NAMESPACE]],
  },
  FeatureInput: {
    ...featureInput,
    description:
      'A GeoJSON Feature to be written. Everything is optional; an id is made where none is given.',
  },
  SingleFeatureInput: {
    ...featureInput,
    description: 'A GeoJSON Feature, sent alone to where collections are taken: it must have its `type`.',
    required: ['type'],
  },
  FeaturesInput: {
    description: 'Features to be written: several, one, or a list of modifications.',
    oneOf: WRITE_BODIES.map(([, name]) => schemaRef(name)),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(WRITE_BODIES.map(([type, name]) => [type, schemaRef(name).$ref])),
    },
    examples: [{ type: 'FeatureCollection', features: [berlin] }],
  },
  FeatureCollectionInput: {
    type: 'object',
    description: 'Features to be written together. No two may have the same id.',
    required: ['type', 'features'],
    properties: {
      type: { const: 'FeatureCollection' },
      features: { type: 'array', items: { $ref: '#/components/schemas/FeatureInput' } },
    },
    examples: [{ type: 'FeatureCollection', features: [berlin] }],
  },
  FeatureModificationList: {
    type: 'object',
    description: 'Several modifications, each with its own rules, applied in order as one write.',
    required: ['type', 'modifications'],
    properties: {
      type: { const: 'FeatureModificationList' },
      modifications: { type: 'array', items: { $ref: '#/components/schemas/FeatureModification' } },
    },
    examples: [
      {
        type: 'FeatureModificationList',
        modifications: [
          {
            type: 'FeatureModification',
            onFeatureNotExists: 'create',
            onFeatureExists: 'patch',
            featureData: { type: 'FeatureCollection', features: [berlin] },
          },
        ],
      },
    ],
  },
  FeatureModification: {
    type: 'object',
    description: 'Features and what happens to those that exist and to those that do not.',
    required: ['type'],
    properties: {
      type: { const: 'FeatureModification' },
      featureData: { $ref: '#/components/schemas/FeatureCollectionInput' },
      featureIds: ids('Features addressed by id alone.'),
      onFeatureNotExists: { enum: ['create', 'retain', 'error'] },
      onFeatureExists: { enum: ['patch', 'replace', 'merge', 'delete', 'retain', 'error'] },
      onMergeConflict: { enum: ['error', 'retain', 'replace'] },
    },
  },
  FeatureCollection: {
    type: 'object',
    description: 'A GeoJSON FeatureCollection.',
    required: ['type', 'features'],
    properties: {
      ...response,
      partial: {
        type: 'boolean',
        description: 'True where `limit` was reached and more features match; otherwise it is not there.',
      },
    },
    examples: [{ type: 'FeatureCollection', features: [storedBerlin] }],
  },
  FeaturePage: {
    type: 'object',
    description: 'One page of an iteration.',
    required: ['type', 'features'],
    properties: {
      ...response,
      handle: { type: 'string', description: 'Names the next page; absent on the last one.' },
      nextPageToken: { type: 'string', description: 'The same as `handle`.' },
    },
    examples: [{ type: 'FeatureCollection', features: [storedBerlin], handle: '1', nextPageToken: '1' }],
  },
  WriteAnswer: {
    type: 'object',
    description: 'What a write did. Lists that would be empty are absent; an unchanged feature is in none.',
    required: ['type', 'features'],
    properties: {
      ...response,
      features: {
        ...response.features,
        description: 'Every resulting feature, in the order of the request.',
      },
      inserted: ids('Features that are new.'),
      updated: ids('Features that changed.'),
      deleted: ids('Features that are gone.'),
      version: {
        type: 'integer',
        description: 'The version that the space is at now; where it keeps its history.',
      },
      count: { type: 'integer', description: 'Of a DELETE by tags: how many features are gone.' },
      failed: {
        type: 'array',
        description: 'Features that were not written (only with `transactional=false`).',
        items: {
          type: 'object',
          required: ['position', 'message'],
          properties: {
            id: { type: 'string' },
            position: { type: 'integer', description: 'Index in the request, from 0.' },
            message: { type: 'string', description: 'Why, and what would be right.' },
          },
        },
      },
    },
    examples: [{ type: 'FeatureCollection', features: [storedBerlin], inserted: ['berlin'] }],
  },
};
