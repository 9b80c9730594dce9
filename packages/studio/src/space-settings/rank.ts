export type RankOrder = 'descending' | 'ascending';

/** The property that says which features of a space are the most important ones: the greatest numbers, or the least. */
export type Rank = { property: string; order: RankOrder };

/** What the definition of a space says under `rank`: the name of a property, or one with its order. */
export function rankOf({ rank }: Record<string, unknown>): Rank | undefined {
  const { property, order } = typeof rank === 'string' ? { property: rank, order: undefined } : Object(rank);
  if (typeof property !== 'string' || property === '') return undefined;
  return { property, order: order === 'ascending' ? 'ascending' : 'descending' };
}
