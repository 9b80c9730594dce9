/** Documents whose shape the standard has at length. */
export const ogcTileRefs = { object: { type: 'object', additionalProperties: true } } as const;
