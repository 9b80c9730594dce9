import type { Schema } from '../../http/operation.ts';

const terms = (description: string, maxItems: number): Schema => ({
  type: 'array',
  items: { type: 'string' },
  maxItems,
  description,
});

/** What aggregates are asked and answer. */
export const aggregateSchemas: Record<string, Schema> = {
  AggregateInput: {
    type: 'object',
    description: 'An aggregate; every member means what the parameter of that name means.',
    additionalProperties: false,
    properties: {
      groupBy: terms('What to group by: `country`, `month(founded)`, `h3(5)`, `bins(height,5)`, …', 5),
      measures: terms('What to compute: `sum(population)`, `quantile(population,0.9)`, …', 20),
      sort: terms('The order of the groups: `count:desc`, or a key or measure as it was asked for.', 26),
      limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
      handle: { type: 'string', description: 'The `handle` of the page before.' },
      timeZone: { type: 'string', default: 'UTC' },
      filter: {
        oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
        description: 'CQL2, as a text or as JSON.',
      },
      tags: {
        type: 'array',
        items: { type: 'string' },
        description: 'Alternatives; tags that must all be there are joined by `+`.',
      },
      q: { type: 'string', description: 'Words to look for.' },
      qProperties: terms('The properties in which `q` looks.', 100),
      bbox: {
        type: 'array',
        items: { type: 'number' },
        minItems: 4,
        maxItems: 4,
        description: 'West, south, east, north. Instead of `area`.',
      },
      area: {
        oneOf: [{ $ref: '#/components/schemas/Geometry' }, { $ref: '#/components/schemas/FeatureInput' }],
        description: 'Only features that meet this geometry, or come close to it.',
      },
      radius: { type: 'number', minimum: 0, description: 'Metres around `area`.' },
    },
    examples: [{ groupBy: ['country'], measures: ['sum(population)'], filter: 'population > 1000' }],
  },
  Aggregate: {
    type: 'object',
    description: 'Groups of features, with what was computed of each.',
    required: ['type', 'count', 'groupCount', 'groups'],
    properties: {
      type: { const: 'Aggregate' },
      count: { type: 'integer', minimum: 0, description: 'How many features were counted.' },
      groupCount: { type: 'integer', minimum: 0, description: 'How many groups there are, on all pages.' },
      groups: {
        type: 'array',
        items: {
          type: 'object',
          required: ['key', 'count'],
          description: 'Measures are members that are named as they were asked for.',
          properties: {
            key: {
              type: 'object',
              additionalProperties: true,
              description: 'The value of each thing that is grouped by, under the name it was asked for.',
            },
            count: { type: 'integer', minimum: 0 },
          },
          additionalProperties: true,
        },
      },
      handle: { type: 'string', description: 'There are more groups: send it to get the next page.' },
    },
    examples: [
      {
        type: 'Aggregate',
        count: 1204,
        groupCount: 195,
        groups: [{ key: { country: 'DE' }, count: 81, 'sum(population)': 26_700_000 }],
        handle: 'WzgxLCJERSJd',
      },
    ],
  },
};
