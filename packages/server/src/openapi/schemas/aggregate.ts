import { schemasOf } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';
import { AGGREGATE_MEMBERS } from '../../parameters/aggregate-body.ts';

/** Requests and responses of aggregates. */
export const aggregateSchemas: Record<string, Schema> = {
  AggregateInput: {
    type: 'object',
    description: 'An aggregate; every member means what the parameter of that name means.',
    additionalProperties: false,
    properties: schemasOf(AGGREGATE_MEMBERS),
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
