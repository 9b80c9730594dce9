import type { QueryParameter } from '../../http/operation.ts';

/** Documents whose shape the standard has at length. */
export const ogcTileRefs = { object: { type: 'object', additionalProperties: true } } as const;

export const jsonOnly: QueryParameter = {
  name: 'f',
  description: 'The form of the response.',
  schema: { type: 'string', enum: ['json'] },
};
