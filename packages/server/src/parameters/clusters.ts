import { CLUSTER_SHAPES, invalid, type TileClusters } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameters } from './parameter.ts';
import { readChoice } from './values.ts';

const MAX_PROPERTIES = 5;

/** What the cells of `mode=cluster` are and have. */
export const clusters = parameters(
  [
    {
      name: 'cluster',
      description:
        'With `mode=cluster`: features counted in points 32 pixels apart, in hexagons of H3, or in quads, a 16th of the tile wide.',
      schema: { type: 'string', enum: [...CLUSTER_SHAPES], default: 'points' },
    },
    {
      name: 'cluster.properties',
      description:
        'With `mode=cluster`: up to 5 properties, separated by commas, of whose numbers each cell has `.sum`, `.mean`, `.min` and `.max`.',
      schema: { type: 'string' },
    },
  ],
  (query): TileClusters => ({
    shape: readChoice(query, 'cluster', CLUSTER_SHAPES) ?? 'points',
    properties: readProperties(query),
  }),
);

function readProperties(query: QueryString): string[] {
  const value = query.one('cluster.properties');
  if (value === undefined) return [];
  const names = [...new Set(value.split(','))];
  if (names.length > MAX_PROPERTIES || names.some((name) => name.split('.').includes('')))
    throw invalid(
      `cluster.properties must be up to ${MAX_PROPERTIES} names of properties, such as height,size.width, not ${JSON.stringify(value.slice(0, 100))}`,
    );
  return names;
}
