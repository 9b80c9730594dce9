import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureQuery } from '../../model/query/query.ts';

/** What rows must pass. */
export type RowQuery = Pick<FeatureQuery, 'filter' | 'part' | 'version'> & {
  area?: AreaTest | undefined;
  /** How many are shown at most. */
  limit?: number;
};
